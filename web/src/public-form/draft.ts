import type { FormPageData } from '@throughline/flow/form-view'
import { forgetUnsent, keepUnsent, readUnsent, type Unsent } from './memory.ts'
import { texts } from './public-form.texts.ts'

/** What this browser keeps while somebody fills the form in. */
export interface Draft {
  readonly now: Unsent
  /** From an earlier visit. */
  readonly before: Unsent | undefined
  isKept(): boolean
  keep(change: Partial<Unsent>): void
  forget(): void
}

export function createDraft({ id, form }: FormPageData, onKept: (isKept: boolean) => void): Draft {
  const found = readUnsent(id)
  let isKept = found !== undefined
  let now: Unsent = {
    key: found?.key ?? crypto.randomUUID(),
    answers: found?.answers ?? {},
    page: Math.min(found?.page ?? 0, form.pages.length - 1),
    at: found?.at ?? 0,
    questions: Object.fromEntries(form.fields.map(({ name, label }) => [name, label])),
    ...(found?.begun && { begun: found.begun }),
  }
  return {
    get now() {
      return now
    },
    // A page that was only looked at left nothing to come back to.
    before: found && found.at > 0 ? found : undefined,
    isKept: () => isKept,
    keep(change) {
      now = { ...now, ...change }
      isKept = keepUnsent(id, now)
      onKept(isKept && now.at > 0)
    },
    forget: () => forgetUnsent(id),
  }
}

/** What changed in the form since somebody was here last. */
export function changesSince(before: Record<string, string>, now: Record<string, string>): string[] {
  const missing = (from: Record<string, string>, to: Record<string, string>) =>
    Object.keys(from).filter((id) => !Object.hasOwn(to, id)).length
  const added = missing(now, before)
  const removed = missing(before, now)
  return [...(added > 0 ? [texts.back.added(added)] : []), ...(removed > 0 ? [texts.back.removed(removed)] : [])]
}
