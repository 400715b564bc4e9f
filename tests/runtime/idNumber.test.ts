import { maskIdNumber, maskPhone } from '../../src/runtime/mask';
import { describe, expect, it } from 'vitest';
import { computeAge, isIdNumber, readIdNumber } from '../../src/runtime/idNumber';

const at = (time: string): number => Date.parse(time);
const now = at('2026-11-20T10:00:00+08:00');

describe('an ID number', () => {
  it.each([
    ['110101199003070017', 'male', '1990-03-07', 'the 17th digit is odd'],
    ['110101199003070028', 'female', '1990-03-07', 'the 17th digit is even'],
    ['110101200402291234', 'male', '2004-02-29', 'a leap day'],
    ['11010119900307001X', 'male', '1990-03-07', 'X at the end'],
    ['11010119900307001x', 'male', '1990-03-07', 'x at the end'],
    ['110101900307001', 'male', '1990-03-07', '15 digits, the last one odd'],
    ['110101900307002', 'female', '1990-03-07', '15 digits, the last one even'],
    ['110101202611200018', 'male', '2026-11-20', 'born today'],
    ['110101190001010018', 'male', '1900-01-01', 'the earliest birth date'],
  ])('[ENR-14, ENR-15, ENR-25] %s is of a %s born on %s: %s', (text, sex, birth) => {
    expect(readIdNumber(text, now)).toEqual({ sex, birth });
  });

  it.each([
    ['', 'nothing'],
    ['11010119900307001', '17 digits'],
    ['1101011990030700171', '19 digits'],
    ['11010190030700X', '15 characters with X'],
    ['1101011990030700X7', 'X elsewhere'],
    ['１１０１０１１９９００３０７００１７', 'wide digits'],
    ['110101199003070017\n', 'a line break'],
    [' 110101199003070017', 'a space'],
    ['1101**********0017', 'a masked one'],
    ['110101199013070017', 'month 13'],
    ['110101199000070017', 'month 0'],
    ['110101199002300017', '30 February'],
    ['110101202302290017', '29 February of no leap year'],
    ['110101199003000017', 'day 0'],
    ['110101202611210018', 'born tomorrow'],
    ['110101189912310018', 'born before 1900'],
    ['110101901307001', '15 digits, month 13'],
  ])('[ENR-25] %j is none: %s', (text) => {
    expect(readIdNumber(text, now)).toBeUndefined();
  });

  it('[ENR-15] tomorrow begins in Asia/Shanghai', () => {
    expect(readIdNumber('110101202611210018', at('2026-11-20T15:59:59Z'))).toBeUndefined();
    expect(readIdNumber('110101202611210018', at('2026-11-20T16:00:00Z'))).toEqual({ sex: 'male', birth: '2026-11-21' });
  });
});

describe('the check character of GB 11643', () => {
  it.each([
    ['110101199003070011', 'a digit'],
    ['11010119900307002X', 'X'],
    ['11010119900307002x', 'x'],
    ['110101900307001', '15 digits have none'],
  ])('%s is a number: %s', (text) => expect(isIdNumber(text)).toBe(true));

  it.each([
    ['110101199003070017', 'another digit'],
    ['11010119900307001X', 'an X for a digit'],
    ['110101199003070020', 'a digit for an X'],
    ['110101199003700011', 'two digits changed places'],
    ['110101199002300014', '30 February'],
    ['110101901307001', '15 digits, month 13'],
    ['11010119900307001', '17 digits'],
  ])('%s is none: %s', (text) => expect(isIdNumber(text)).toBe(false));
});

describe('an age', () => {
  it.each([
    ['1990-11-20', '2026-11-20T00:00:00+08:00', 36, 'on the birthday'],
    ['1990-11-20', '2026-11-19T23:59:59+08:00', 35, 'a second before the birthday'],
    ['1990-11-20', '2026-11-19T16:00:00Z', 36, 'when the birthday begins in Asia/Shanghai'],
    ['2008-02-29', '2026-02-28T12:00:00+08:00', 17, 'born on a leap day, on 28 February'],
    ['2008-02-29', '2026-03-01T00:00:00+08:00', 18, 'born on a leap day, on 1 March'],
    ['2026-11-20', '2026-11-20T12:00:00+08:00', 0, 'born today'],
  ])('[ENR-15] of who was born on %s is at %s %i: %s', (birth, moment, age) => {
    expect(computeAge(birth, at(moment))).toBe(age);
  });
});

describe('masks', () => {
  it.each([
    ['13812345678', '138****5678'],
    ['123456', '1****6'],
  ])('[CONV-34] %s is shown as %s', (phone, shown) => {
    expect(maskPhone(phone)).toBe(shown);
  });

  it.each([
    ['110101199003070017', '1101**********0017'],
    ['110101900307001', '1101*******7001'],
    ['11010119900307001X', '1101**********001X'],
  ])('[CONV-34] %s is shown as %s', (idNumber, shown) => {
    expect(maskIdNumber(idNumber)).toBe(shown);
  });
});
