import type { FormContent } from '@throughline/contracts/form-content'
import { compileForm, diffForms, type FormDifference } from '@throughline/flow/form-compile'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { truncate } from '../../core/truncate.ts'
import { addRecent, marked, requireCurrentDraft, type VisibilityScope } from '../workflows/workflows.public.ts'
import { isSameContent, requireStorable } from './content.ts'
import { changeDraftRow, changeForm } from './forms.queries.ts'
import type { OpenedForm } from './opened.ts'
import { publishFormFrame } from './publish-frames.ts'

const LONGEST_NAME = 80

/** Where an element stands among the others is a place of its own: who moved it need not be who wrote it. */
const pathOf = ({ kind, what, element, name }: FormDifference): string => {
  if (element === undefined) return `/${what}/${name}`
  return kind === 'moved' ? `/order/${element}` : `/elements/${element}`
}

/** Each change with the place that its authors are known by. */
export const changesBetween = (before: FormContent | undefined, after: FormContent) =>
  diffForms(before, after).map((change) => ({ ...change, path: pathOf(change) }))

const SETTING_NAMES: Record<string, string> = {
  submitButtonText: 'submit button',
  thank_you: 'thank-you text',
  contact: 'contact',
  privacy_url: 'privacy address',
  frame_ancestors: 'sites that may show it',
}

/** In words that follow a name. */
function saidOf({ kind, what, name }: FormDifference): string {
  if (what === 'element') return `${kind} “${truncate(name, LONGEST_NAME)}”`
  if (what === 'banner') return `${kind} the header banner`
  return `${kind} the form’s ${(what === 'setting' && SETTING_NAMES[name]) || name}`
}

export const requireCurrentForm = (tx: TenantTx, { row, recent }: OpenedForm, base: number | undefined) =>
  requireCurrentDraft(tx, { version: row.version, recent }, base, 'This form')

export const errorsIn = (content: FormContent): number =>
  compileForm(content).problems.filter(({ level }) => level === 'error').length

/**
 * Makes this the draft, in the viewer's name. Content that equals the draft
 * writes nothing. Returns the form as it is then.
 */
export async function changeDraft(
  tx: TenantTx,
  viewer: VisibilityScope,
  opened: OpenedForm,
  content: FormContent,
): Promise<OpenedForm> {
  const { id, row, draft, latest } = opened
  if (isSameContent(draft, content)) return opened
  requireStorable(content)
  const version = row.version + 1
  const by = { member: viewer.memberId, at: new Date().toISOString(), version }
  const made = changesBetween(draft, content)
  const left = changesBetween(latest, content)
  const marks = marked(opened.marks, { made, before: changesBetween(latest, draft), after: left, by })
  const said = made.map((change) => ({ path: change.path, said: saidOf(change) }))
  const recent = addRecent(opened.recent, said, by)
  const counts = { changes: left.length, errors: errorsIn(content) }
  await changeDraftRow(tx.db, tx.tenantId, id, {
    content,
    version,
    authors: marks,
    recent,
    ...counts,
    updated_by: viewer.memberId,
  })
  await changeForm(tx.db, tx.tenantId, id, { title: content.title })
  await publishFormFrame(tx, 'form.draft', row)
  return {
    ...opened,
    draft: content,
    marks,
    recent,
    row: { ...row, title: content.title, version, errors: counts.errors, draft_changes: counts.changes },
  }
}
