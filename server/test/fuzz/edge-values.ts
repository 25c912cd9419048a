import type { Random } from './random.ts'

const nested = (depth: number): unknown => {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

const EDGE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udc00y',
  '\u202e\u200b\ufeff',
  'İıß',
  '👩‍👩‍👧‍👦',
  'a'.repeat(10_000),
  '%',
  '_',
  '\\',
  "'; drop table members; --",
  '"><script>alert(1)</script>',
  '${7*7}{{7*7}}',
  '{{',
  '../../../../etc/passwd',
  'null',
  'undefined',
  'true',
  '-1',
  '1e309',
  'NaN',
  '__proto__',
  'constructor',
  'a,b;c\n\r\td',
]

const EDGE_DATES: readonly string[] = [
  '2026-02-30',
  '0000-01-01',
  '9999-12-31',
  '2026-02-30T25:61:61Z',
  '0000-00-00T00:00:00Z',
  '-271821-04-20T00:00:00.000Z',
  '+275760-09-13T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '0001-01-01T00:00:00Z',
  '2026-11-17T00:00:00+99:99',
  '2026-11-17T00:00:00.123456789Z',
  '294277-01-01T00:00:00Z',
]

const EDGE_NUMBERS: readonly number[] = [
  0,
  -0,
  -1,
  1,
  0.5,
  -2_147_483_649,
  2_147_483_647,
  2_147_483_648,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 1,
  -Number.MAX_SAFE_INTEGER,
  1e21,
  1.7e308,
  5e-324,
]

const EDGE_IDS: readonly string[] = [
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '01234567-89ab-7def-8123-456789abcdef',
  '01234567-89AB-7DEF-8123-456789ABCDEF',
  '{01234567-89ab-7def-8123-456789abcdef}',
  '0123456789ab7def8123456789abcdef',
]

export const edgeText = (random: Random): string =>
  random.chance(0.15) ? random.pick(EDGE_DATES) : random.chance(0.1) ? random.pick(EDGE_IDS) : random.pick(EDGE_TEXTS)
export const edgeDate = (random: Random): string => random.pick(EDGE_DATES)
export const edgeId = (random: Random): string => random.pick(EDGE_IDS)
export const edgeNumber = (random: Random): number => random.pick(EDGE_NUMBERS)

/** Of any type at all, whatever is asked for. */
export function edgeValue(random: Random): unknown {
  const kinds: readonly (() => unknown)[] = [
    () => edgeText(random),
    () => edgeNumber(random),
    () => null,
    () => random.chance(0.5),
    () => [],
    () => ({}),
    () => nested(random.pick([3, 99, 101, 2_000])),
    () => Array.from({ length: random.pick([2, 201, 2_000]) }, (_, n) => n),
    () => Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`k${n}`, n])),
    () => JSON.parse('{"__proto__":{"admin":true},"constructor":{"prototype":{}}}'),
  ]
  return random.pick(kinds)()
}

/** Contents that are no value at all, or more than anybody means. */
export const EDGE_CONTENTS: readonly string[] = [
  '',
  ' ',
  '{',
  '{"a":1,}',
  '"\\ud800"',
  '{"name":"\\u0000"}',
  '[1e999]',
  '{"a":1,"a":2}',
  '['.repeat(20_000),
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  `{"a":"${'x'.repeat(1_200_000)}"}`,
  `{${Array.from({ length: 5_000 }, (_, n) => `"k${n}":${n}`).join()}}`,
  'null',
  '0',
  '"text"',
  '[]',
  '\u0000',
]
