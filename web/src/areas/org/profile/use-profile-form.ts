import { ApiError } from '@throughline/contracts/client'
import type { Organization } from '@throughline/contracts/org'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isStale } from '../../../shared/server-message.ts'
import { useAct } from '../../../shared/use-act.ts'
import { toast } from '../../../ui/toast.ts'
import { useOrganizationChanges } from '../org.api.ts'
import { spec } from '../org.texts.ts'
import { checkDraft, type Draft, draftOf, type Errors, rebase, sameDraft, tidy } from './draft.ts'

/** What is wrong with a form's fields; showing it leads to the first of them. */
export function useErrors() {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Errors>({})
  const show = (found: Errors): boolean => {
    flushSync(() => setErrors(found))
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    return Object.keys(found).length > 0
  }
  /** Changing a field clears what was said about it. */
  const forget = (names: readonly string[]) =>
    setErrors((before) => {
      const stays = ([path]: [string, unknown]) => !names.some((name) => path === name || path.startsWith(`${name}.`))
      return Object.fromEntries(Object.entries(before).filter(stays))
    })
  return { form, errors, show, forget }
}

/** Shows what the server says about single fields where it refuses a call. */
export async function withFieldErrors(call: () => Promise<unknown>, show: (found: Errors) => boolean) {
  try {
    await call()
  } catch (error) {
    show(errorsOf(error))
    throw error
  }
}

function errorsOf(error: unknown): Errors {
  if (!(error instanceof ApiError)) return {}
  const named = (error.errors ?? []).map(({ path, message }) => [path.replace(/^body[./]/, ''), message])
  return Object.fromEntries(named)
}

/** A second try takes the place of what was said about the first. */
const TOAST = 'org-profile'

/** `organization` is what the server has now; the form remembers what it was when the person began. */
export function useProfileForm(organization: Organization, onSaved: () => void) {
  const { form, errors, show, forget } = useErrors()
  const { save, refresh } = useOrganizationChanges()
  const [before, setBefore] = useState(() => draftOf(organization))
  const [version, setVersion] = useState(organization.version)
  const [draft, setDraft] = useState(before)
  const { busy: saving, run } = useAct()
  const busy = saving !== undefined
  const now = draftOf(organization)
  /** Other things of the organisation (its logo, its rules) have the same version and are no conflict. */
  const conflict = !sameDraft(before, now)

  const change = (part: Partial<Draft>) => {
    setDraft((last) => ({ ...last, ...part }))
    forget(Object.keys(part))
  }
  const takeLatest = () => {
    setDraft(rebase(before, draft, now))
    setBefore(now)
    setVersion(organization.version)
  }
  const send = async () => {
    const body = { ...tidy(draft), version: conflict ? version : organization.version }
    try {
      await save(organization.id, body)
    } catch (error) {
      if (!isStale(error)) throw error
      const fresh = await refresh(organization.id)
      if (!sameDraft(before, draftOf(fresh))) return
      await save(organization.id, { ...body, version: fresh.version })
    }
    toast.success(spec.saved, { id: TOAST })
    onSaved()
  }
  const submit = async () => {
    if (busy || show(checkDraft(draft))) return
    await run({ call: () => withFieldErrors(send, show), failed: spec.saveFailed, toast: TOAST })
  }
  // While a save is under way what has just arrived is one's own.
  return {
    form,
    draft,
    errors,
    busy,
    conflict: conflict && !busy,
    unsaved: !sameDraft(before, draft),
    change,
    takeLatest,
    submit,
  }
}
