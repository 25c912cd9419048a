import { ApiError } from '@throughline/contracts/client'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Errors } from './draft.ts'

/** What is wrong with a form's fields; showing it leads to the first of them. */
export function useErrors() {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Errors>({})
  const show = (found: Errors): boolean => {
    flushSync(() => setErrors(found))
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    return Object.keys(found).length > 0
  }
  /** Whoever changes a field has heard what was said about it. */
  const forget = (names: readonly string[]) =>
    setErrors((before) => {
      const stays = ([path]: [string, unknown]) => !names.some((name) => path === name || path.startsWith(`${name}.`))
      return Object.fromEntries(Object.entries(before).filter(stays))
    })
  return { form, errors, show, forget }
}

/** The server's words for single fields. */
export function errorsOf(error: unknown): Errors {
  if (!(error instanceof ApiError)) return {}
  const named = (error.errors ?? []).map(({ path, message }) => [path.replace(/^body[./]/, ''), message])
  return Object.fromEntries(named)
}
