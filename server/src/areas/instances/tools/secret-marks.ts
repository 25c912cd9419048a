import { randomBytes } from 'node:crypto'
import type { Json } from '@throughline/flow/eval'
import { mapTexts } from '../../integrations/integrations.public.ts'

/**
 * Stand-ins for secrets in the input of one call. They hold a number that nobody else knows, so that a text which
 * somebody typed into a form can never become one.
 */
export function createSecretMarks() {
  const number = randomBytes(16).toString('hex')
  const pattern = new RegExp(`\\[${number}:([\\w-]{1,40})\\]`, 'g')
  const names = new Set<string>()
  return {
    mark: (name: string): string => {
      names.add(name)
      return `[${number}:${name}]`
    },
    /** Of the secrets that were marked. */
    names: (): string[] => [...names],
    replace: (text: string, by: (name: string) => string): string =>
      text.replace(pattern, (_mark, name: string) => by(name)),
  }
}

export type SecretMarks = ReturnType<typeof createSecretMarks>

/** For the trace: where each secret went, by its name. */
export const shownMarks = (value: Json, marks: SecretMarks): Json =>
  mapTexts(value, (text) => marks.replace(text, (name) => `secret(${name})`))
