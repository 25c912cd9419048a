import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { HookStyle, RepeatBy } from '@throughline/contracts/hooks'
import { Json as JsonSchema } from '@throughline/contracts/json'
import type { Json } from '@throughline/flow/eval'
import { valueAt } from '@throughline/flow/start-mapping'
import * as z from 'zod/mini'
import { isStorable } from '../../../core/db/storable.ts'
import { hasRepeatedKey, nestingOf } from '../../../core/http/strict-json.ts'
import type { SignedCall } from './signatures.ts'

const DEEPEST = 50
const MAX_FIELDS = 1_000

/** Why a body can't be read, in words for its sender. */
export class UnreadableContent extends Error {}

const kindOf = ({ 'content-type': type = '' }: IncomingHttpHeaders) => type.split(';', 1)[0]?.trim().toLowerCase() ?? ''

function readForm(text: string): Json {
  const fields = [...new URLSearchParams(text)]
  if (fields.length > MAX_FIELDS) throw new UnreadableContent('The form has too many fields.')
  const byName = Map.groupBy(fields, ([name]) => name)
  return Object.fromEntries(
    Array.from(byName, ([name, all]): [string, Json] => {
      const values = all.map(([, value]) => value)
      return [name, values.length === 1 ? (values[0] ?? '') : values]
    }),
  )
}

function readJson(text: string): Json {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new UnreadableContent('The body isn’t valid JSON.')
  }
  if (nestingOf(text) > DEEPEST) throw new UnreadableContent('The body is nested too deeply.')
  if (hasRepeatedKey(text, value)) throw new UnreadableContent('A name is used twice in the same object.')
  return z.parse(JsonSchema, value)
}

const FORM = 'application/x-www-form-urlencoded'

/** What a call holds: JSON, or the fields of a form. Nothing of it is known to be true but its signature. */
export function readContent({ headers, body }: SignedCall): Json {
  const text = body.toString('utf8')
  const content = kindOf(headers) === FORM ? readForm(text) : readJson(text)
  if (!isStorable(content)) throw new UnreadableContent('The body has characters that can’t be stored.')
  return content
}

export interface Repeat {
  key: string
  forGood: boolean
}

interface RepeatRule {
  style: string
  repeat_by: string
  repeat_path: string
}

const hash = (content: string | Buffer) => createHash('sha256').update(content).digest('base64url')
const isScalar = (value: Json | undefined) => typeof value === 'string' || typeof value === 'number'

/** An id that can be trusted: one that is signed with the rest, or comes with the token. */
function idOf(style: HookStyle, { headers }: SignedCall, content: Json): string | number | undefined {
  if (style === 'stripe') {
    const id = valueAt(content, '$.id')
    return typeof id === 'string' ? id : undefined
  }
  const id = headers['webhook-id']
  return style === 'github' || typeof id !== 'string' || id === '' ? undefined : id
}

/**
 * What a call is recognized by when it comes again: an id, else a value, else its body. A body counts for 24 hours, so that
 * the same order can come again another day; without a signed time it counts for good, since anybody could send it again.
 */
export function repeatKeyOf(rule: RepeatRule, call: SignedCall, content: Json): Repeat {
  const style = z.parse(HookStyle, rule.style)
  const by = z.parse(RepeatBy, rule.repeat_by)
  const value =
    by === 'id' ? idOf(style, call, content) : by === 'value' ? valueAt(content, rule.repeat_path) : undefined
  if (isScalar(value)) return { key: hash(`${by}:${String(value)}`), forGood: true }
  return { key: hash(call.body), forGood: style === 'github' }
}

/** Of a call that can't be read nothing but its bytes is known. */
export const unreadRepeat = ({ body }: SignedCall): Repeat => ({ key: hash(body), forGood: false })

/** What a kept call was recognized by when it came: headers, an id among them, are not kept, and the rule may have changed. */
export const keptRepeat = ({ style }: RepeatRule, call: SignedCall, key: string): Repeat => ({
  key,
  forGood: style === 'github' || key !== hash(call.body),
})
