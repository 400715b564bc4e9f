import { describe, expect, it } from 'vitest';
import type { IdNumberHolder } from '../../../../src/runtime/idNumber';
import { checkFitness } from '../../../../src/server/rooms/enrolment/rules';

type Who = IdNumberHolder;

/** A module whose items say by these fields who may come. */
const module: Parameters<typeof checkFitness>[1]['module'] = {
  definition: {
    title: 'M',
    pages: {},
    enrolment: {
      phase: '/phase',
      sex: '/sex/code',
      sexOn: '/sexSet/code',
      ageOn: '/ageSet/code',
      minAge: '/minAge',
      maxAge: '/maxAge',
      maleMinAge: '/maleMinAge',
      maleMaxAge: '/maleMaxAge',
      femaleMinAge: '/femaleMinAge',
      femaleMaxAge: '/femaleMaxAge',
    },
  },
};
const now = Date.parse('2026-11-20T10:00:00+08:00');
const on = { code: 1 };
const off = { code: 0 };
const man: Who = { sex: 'male', birth: '1990-11-20' }; // 36
const girl: Who = { sex: 'female', birth: '2018-11-21' }; // 7

describe('whether a contact fits an activity', () => {
  it.each<[string, Who, object, string, string]>([
    ['a man', man, { sexSet: on, sex: { code: 0 } }, 'ok', 'any sex'],
    ['a man', man, { sexSet: on, sex: { code: 1 } }, 'ok', 'men only'],
    ['a man', man, { sexSet: on, sex: { code: 2 } }, 'female', 'women only'],
    ['a girl', girl, { sexSet: on, sex: { code: 1 } }, 'male', 'men only'],
    ['a girl', girl, { sexSet: { code: '1' }, sex: { code: '1' } }, 'male', 'men only, the codes as text'],
    ['a girl', girl, { sexSet: off, sex: { code: 1 } }, 'ok', 'a limit that is off'],
    ['a girl', girl, { sex: { code: 1 } }, 'male', 'a limit that nothing turns off'],
    ['a girl', girl, { sexSet: on }, 'ok', 'no sex named'],
    ['a man', man, {}, 'ok', 'no limits'],
  ])('[ENR-17] %s, %j, %j: %s (%s)', (_who, person, activity, fit) => {
    expect(checkFitness(person, { doc: { ...activity }, module }, now)).toBe(fit);
  });

  it.each<[Who, object, string, string]>([
    [man, { ageSet: on, minAge: 36, maxAge: 36 }, 'ok', 'both ends are within'],
    [man, { ageSet: on, minAge: 37, maxAge: 60 }, 'age', 'too young'],
    [man, { ageSet: on, minAge: 18, maxAge: 35 }, 'age', 'too old'],
    [man, { ageSet: on, minAge: 18, maxAge: 0 }, 'ok', 'no upper end'],
    [man, { ageSet: on, maxAge: 35 }, 'age', 'no lower end'],
    [man, { ageSet: on, minAge: '37' }, 'age', 'a number as text'],
    [man, { ageSet: off, minAge: 60, maxAge: 70 }, 'ok', 'a limit that is off'],
    [girl, { ageSet: on, minAge: 8 }, 'age', 'eight from tomorrow on'],
    [girl, { ageSet: on, minAge: 7 }, 'ok', 'seven'],
  ])('[ENR-16] %j, %j: %s (%s)', (person, activity, fit) => {
    expect(checkFitness(person, { doc: { ...activity }, module }, now)).toBe(fit);
  });

  it.each<[Who, object, string, string]>([
    [man, { ageSet: on, maleMinAge: 40, femaleMinAge: 5 }, 'age', 'the limit for men'],
    [girl, { ageSet: on, maleMinAge: 40, femaleMinAge: 5, femaleMaxAge: 7 }, 'ok', 'the limits for women'],
    [girl, { ageSet: on, femaleMaxAge: 6 }, 'age', 'above the limit for women'],
    [man, { ageSet: on, femaleMaxAge: 6 }, 'ok', 'only women are limited'],
    [man, { ageSet: on, minAge: 60, maleMinAge: 30, maleMaxAge: 40 }, 'ok', 'the limits for men go before those for all'],
    [man, { ageSet: on, minAge: 40, maleMinAge: 0, maleMaxAge: 0 }, 'age', 'no limits for men: those for all'],
  ])('[ENR-18] %j, %j: %s (%s)', (person, activity, fit) => {
    expect(checkFitness(person, { doc: { ...activity }, module }, now)).toBe(fit);
  });

  it('[ENR-16, ENR-17] the sex is told before the age', () => {
    expect(checkFitness(girl, { doc: { sexSet: on, sex: { code: 1 }, ageSet: on, minAge: 18 }, module }, now)).toBe('male');
  });
});
