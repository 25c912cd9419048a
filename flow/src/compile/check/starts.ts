import { type KnownStart, type UnfitStart, unfitStarts } from '../../start-mapping.ts'
import type { Analysis } from '../analysis.ts'
import { type Problem, pathTo } from '../problem.ts'

const KINDS = { form: 'form', schedule: 'schedule', webhook: 'webhook', mail: 'email address' } as const

const listed = (labels: readonly string[]) => labels.map((label) => `“${label}”`).join(', ')

/** What a program sends is known to its makers alone: the page can only say what they will have to send. */
const OF_KEYS: Partial<Record<UnfitStart['code'], (names: string) => string>> = {
  missing: (names) =>
    `Programs with an API key don’t have to send ${names} yet. Once you publish, calls without it are rejected.`,
  unknown_variable: (names) =>
    `Programs with an API key send ${names}, which isn’t asked for anymore. It will be ignored.`,
}

const TEXTS: Record<UnfitStart['code'], (start: string, names: string) => string> = {
  missing: (start, names) => `${start} gives no value for ${names}, which is required, so it can’t start this version.`,
  file: (start, names) => `${start} gives a value for ${names}, which takes a file, so it can’t start this version.`,
  wrong_value: (start, names) =>
    `${start} gives ${names} a value that isn’t accepted anymore, so it can’t start this version.`,
  unknown_variable: (start, names) =>
    `${start} gives a value for ${names}, which isn’t asked for anymore. It will be ignored.`,
}

function textOf({ kind, name }: KnownStart, { code, labels }: UnfitStart): string | undefined {
  const names = listed(labels)
  if (kind === 'api') return OF_KEYS[code]?.(names)
  return `${TEXTS[code](`The ${KINDS[kind]} “${name}”`, names)} Change it in Ways to start after you publish.`
}

/** Rule 38: what starts the workflow by itself gives what the start asks for. It is mended once the version is there. */
export function startProblems({ doc, known }: Analysis): Problem[] {
  const found = (known.starts ?? []).flatMap((start) =>
    unfitStarts(doc, start).flatMap((unfit) => {
      const text = textOf(start, unfit)
      return text === undefined ? [] : [text]
    }),
  )
  return [...new Set(found)].map((text) => ({
    n: 38,
    code: 'start_unfit',
    level: 'W',
    path: pathTo('start_fields'),
    text,
    repairs: [],
  }))
}
