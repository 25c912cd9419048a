import * as fc from 'fast-check'
import type { VarType } from '../document.ts'
import type { Json } from '../eval.ts'

/** Variables that random expressions read; two of them are not set. */
export const types = new Map<string, VarType>([
  ['n', 'number'],
  ['m', 'number'],
  ['s', 'string'],
  ['b', 'boolean'],
  ['l', 'list'],
  ['t', 'table'],
  ['j', 'json'],
  ['gone', 'number'],
  ['lost', 'string'],
])
export const vars: Record<string, Json> = {
  n: 3.5,
  m: -2,
  s: 'Invoice.pdf',
  b: true,
  l: [1, 2, 3.5],
  t: [
    { sum: 10, name: 'a' },
    { sum: 2.5, name: 'b' },
  ],
  j: { a: { b: 2 }, list: ['x', 'y'] },
}

type Texts = { num: string; text: string; truth: string; list: string }

const { num, text, truth, list } = fc.letrec<Texts>((tie) => {
  const join = (...parts: (string | fc.Arbitrary<string>)[]) =>
    fc.tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part))).map((all) => all.join(''))
  const N = tie('num')
  const S = tie('text')
  const B = tie('truth')
  const L = tie('list')
  const op = (...names: string[]) => fc.constantFrom(...names.map((name) => ` ${name} `))
  return {
    num: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom(
        '0',
        '1',
        '7',
        '2.5',
        '0.1',
        'vars.n',
        'vars.m',
        'vars.gone',
        'vars.j.a.b',
        'index',
        'vars.?gone.orValue(4.0)',
      ),
      join('(', N, op('+', '-', '*', '/'), N, ')'),
      join('-', N),
      join('(', B, ' ? ', N, ' : ', N, ')'),
      join('size(', fc.oneof(S, L), ')'),
      join('double(', N, ')'),
      join('int(', N, ')'),
      join(L, '[0]'),
    ),
    text: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom('""', '"a"', '"PDF"', 'vars.s', 'vars.lost', 'vars.j.list[0]', 'vars.?lost.orValue("none")'),
      join('(', S, ' + ', S, ')'),
      join(S, fc.constantFrom('.lowerAscii()', '.upperAscii()', '.trim()')),
      join('string(', N, ')'),
    ),
    truth: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom('true', 'false', 'vars.b', 'has(vars.gone)', 'has(vars.n)', 'has(vars.j.a)'),
      join('(', N, op('<', '<=', '>', '>=', '==', '!='), N, ')'),
      join('(', S, op('<', '==', '!='), S, ')'),
      join('(', B, op('&&', '||'), B, ')'),
      join('!', B),
      join(S, fc.constantFrom('.contains(', '.startsWith(', '.endsWith('), S, ')'),
      join('(', N, ' in ', L, ')'),
      join(L, fc.constantFrom('.exists(x, ', '.all(x, ', '.exists_one(x, '), 'x > ', N, ')'),
      join('vars.t.exists(r, r.sum > ', N, ')'),
    ),
    list: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom('[]', '[1, 2]', '[2.5, 1.0]', 'vars.l'),
      join(L, '.filter(x, x < ', N, ')'),
      join(L, '.map(x, x * ', N, ')'),
      join('vars.t.map(r, r.sum)'),
    ),
  }
})

export const expressions: fc.Arbitrary<string> = fc.oneof(num, text, truth, list)
