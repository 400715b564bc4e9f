import { expect, test } from 'vitest';
import { normalizeInput } from '../../src/runtime/normalizeInput';

test.each([
  ['138 1234 0001'],
  ['138-1234-0001'],
  ['+86 138 1234 0001'],
  ['0086 13812340001'],
  ['8613812340001'],
  ['（+86）１３８１２３４０００１'],
  ['\u202d138 1234 0001\u202c'],
  ['13812340001\u200b'],
])('[LOGIN-08] the mobile number %j is understood', (typed) => expect(normalizeInput('phone', typed)).toBe('13812340001'));

test.each([
  ['a number that is not complete', 'phone', '+86 138', '+86138'],
  ['one of the fixed network keeps its hyphen', 'phone', '0571-8800 1234', '0571-88001234'],
  ['a mask', 'phone', '138****0001', '138****0001'],
  ['too long a number', 'phone', '138 1234 00011', '138123400011'],
  ['an ID number', 'idNumber', '１１０１０１ 19900101 002Ｘ', '11010119900101002X'],
  ['the X of an ID number', 'idNumber', '11010119900101002ｘ', '11010119900101002X'],
  ['the code of a text message', 'smsCode', ' 123 456\n', '123456'],
  ['the characters of a picture', 'captcha', 'Ａ b３', 'Ab3'],
] as const)('[ENR-25] [LOGIN-12] %s', (_what, kind, typed, meant) => expect(normalizeInput(kind, typed)).toBe(meant));

test.each(['text', 'textarea', 'password', 'email'] as const)('a field of the kind %s holds what was typed', (kind) =>
  expect(normalizeInput(kind, ' ａ b　')).toBe(' ａ b　'),
);
