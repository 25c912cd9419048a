import type { FlowDoc, Step } from '../../document.ts'
import { isJsonObject } from '../../eval/json.ts'
import type { Json } from '../../eval/tree.ts'
import type { Analysis } from '../analysis.ts'
import { perStep } from '../per-step.ts'
import { inStep, type Problem, put } from '../problem.ts'
import { templatesIn, type Use } from '../uses.ts'
import { tooBig } from './limits.ts'

/** The only tool that may send one. */
const secretTool = 'http.request'
const placesOfSecrets = ['url', 'headers', 'body']
/** As many as a workspace can have. */
const mostSecrets = 100

type Named = { use: Use; name: string }

function misplaced(doc: FlowDoc, { step, path }: Use): boolean {
  const used = step === undefined ? undefined : doc.steps[step]
  if (used?.type !== 'tool' || used.tool_id !== secretTool) return true
  return !placesOfSecrets.some((key) => isAtOrIn(path, inStep(used.id, 'input', 'parameters', key)))
}

const isAtOrIn = (path: string, place: string) => path === place || path.startsWith(`${place}/`)

function problemOf({ use: { step, path } }: Named, code: string, level: 'E' | 'W', text: string): Problem {
  return { n: 37, code, level, ...(step !== undefined && { step }), path, text, repairs: [] }
}

/** Rule 37: secrets stand only where they are sent, exist, and are not written out. And of rule 34, how many. */
export function secretProblems({ doc, known, uses }: Analysis): Problem[] {
  const named = uses.flatMap(({ use, checked }): Named[] =>
    'tree' in checked && checked.tree[0] === 'secret' ? [{ use, name: checked.tree[1] }] : [],
  )
  const wrong = named.flatMap((one): Problem[] => {
    if (misplaced(doc, one.use)) {
      const text = 'A secret can be used only in the address, headers, and body of an HTTP request.'
      return [problemOf(one, 'secret_misplaced', 'E', text)]
    }
    if (!known.secrets || known.secrets.includes(one.name)) return []
    const text = `There’s no secret named "${one.name}". The step stops here until someone adds it.`
    return [problemOf(one, 'secret_unknown', 'W', text)]
  })
  const count = new Set(named.map(({ name }) => name)).size
  const many = count > mostSecrets ? [tooBig('/steps', `A workflow can refer to at most ${mostSecrets} secrets.`)] : []
  return [...many, ...wrong, ...Object.values(doc.steps).flatMap((step) => literalProblems(step))]
}

const secretHeader =
  /^(proxy-)?authorization$|^cookie$|api[-_]?key|[-_]?(secret|token|password)$|^x-.*(auth|signature)/i
/** The scheme before the credentials, which is not secret. */
const scheme = /^(Basic|Bearer|Token|ApiKey)\s+/i

/** A header whose name says that its value is secret, and whose value everybody who sees the workflow can read. */
export type SecretLiteral = { header: string; path: string; prefix: string; value: string }

export const secretLiterals = perStep((step): SecretLiteral[] => {
  if (step.type !== 'tool' || step.tool_id !== secretTool) return []
  const headers = step.input?.parameters?.headers
  if (!isJsonObject(headers)) return []
  return Object.entries(headers).flatMap(([header, given]): SecretLiteral[] => {
    if (!secretHeader.test(header) || typeof given !== 'string' || given.includes('{{')) return []
    const [prefix = ''] = scheme.exec(given) ?? []
    const value = given.slice(prefix.length).trim()
    const path = inStep(step.id, 'input', 'parameters', 'headers', header)
    return value === '' ? [] : [{ header, path, prefix, value }]
  })
})

/** What a secret made of this header is called unless somebody says otherwise. */
export const secretNameFor = (header: string): string =>
  header
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 40) || 'secret'

/** What stands in the document in place of the literal. */
export const secretReference = ({ prefix }: Pick<SecretLiteral, 'prefix'>, name: string): string =>
  `${prefix}{{ secret('${name}') }}`

function literalProblems(step: Step): Problem[] {
  return secretLiterals(step).map((literal) => {
    const name = secretNameFor(literal.header)
    return {
      n: 37,
      code: 'secret_literal',
      level: 'W',
      step: step.id,
      path: literal.path,
      text: `Everyone who can see this workflow can read the value of "${literal.header}". Store it as a secret instead.`,
      repairs: [{ label: `Use the secret ${name}`, patch: [put(literal.path, secretReference(literal, name))] }],
    }
  })
}

/** The secrets that a document refers to, each once, in the order of their names. */
export function secretsNamedIn(doc: FlowDoc): string[] {
  const names = Object.values(doc.steps).flatMap((step) =>
    step.type === 'tool' ? templatesIn(inputOf(step)).flatMap(({ text }) => namesIn(text)) : [],
  )
  return [...new Set(names)].sort()
}

const inputOf = (step: Step & { type: 'tool' }): Json => step.input ?? null

const namesIn = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*secret\(\s*(?:'([\w-]{1,40})'|"([\w-]{1,40})")\s*\)\s*\}\}/g)].flatMap(
    ([, single, double]) => single ?? double ?? [],
  )
