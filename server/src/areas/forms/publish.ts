import type { Body } from '@throughline/contracts/endpoint'
import type { FormContent } from '@throughline/contracts/form-content'
import type { FormProblem, publishForm } from '@throughline/contracts/forms'
import { compileForm, hashForm } from '@throughline/flow/form-compile'
import { writeAddress } from '../../core/db/public-addresses.ts'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { AppError, conflict } from '../../core/errors.ts'
import {
  authored,
  authorsIn,
  NO_MARKS,
  othersIn,
  othersRefusal,
  type VisibilityScope,
} from '../workflows/workflows.public.ts'
import { isSameContent } from './content.ts'
import { changesBetween } from './draft-change.ts'
import { changeDraftRow, changeForm } from './forms.queries.ts'
import type { OpenedForm } from './opened.ts'
import { recordFormAct } from './publish-frames.ts'
import { insertVersion } from './versions.queries.ts'

const TEXTS: Record<string, (name: string, data: Record<string, unknown>) => string> = {
  title_missing: () => 'Give the form a title.',
  no_fields: () => 'The form has no fields yet. Add one.',
  too_many_pages: (_, { most }) => `A form can have up to ${String(most)} pages.`,
  too_large: () => 'The form has too much content. Remove or shorten some of it.',
  id_twice: (name) => `Another element has the same ID as “${name}”.`,
  unsupported_type: (_, { type }) => `Unsupported element type: ${String(type)}`,
  label_missing: () => 'Please provide a label for this element.',
  options_missing: (name) => `Add at least one option to “${name}”.`,
  option_twice: (name, { option }) => `“${name}” has the option “${String(option)}” twice.`,
  option_blank: (name) => `“${name}” has an option without text.`,
  rows_range: (name) => `“${name}” can have 2 to 10 rows.`,
  min_above_max: (name) => `The minimum of “${name}” is greater than its maximum.`,
  file_limits: (name) => `No file can meet the limits of “${name}”.`,
  show_if_wrong: (name, { text }) => `The condition of “${name}” can’t be read: ${String(text)}`,
  show_if_too_much: (name) => `The condition of “${name}” is too complex. Simplify it.`,
  show_if_later: (name) => `The condition of “${name}” uses a field that comes after it.`,
}

const nameOf = ({ elements }: FormContent, id: string | undefined): string => {
  const element = elements.find((one) => one.id === id)
  return element?.label || element?.title || id || ''
}

/** Says what has to be fixed before the form can be published. */
const problemText = (content: FormContent, { code, element, data = {} }: FormProblem): string =>
  TEXTS[code]?.(nameOf(content, element), data) ?? `This form can’t be published (${code})`

function compiledOrRefused({ draft }: OpenedForm) {
  const { compiled, problems } = compileForm(draft)
  const errors = problems
    .filter(({ level }) => level === 'error')
    .map((problem) => ({
      path: problem.element === undefined ? '' : `/elements/${problem.element}`,
      message: problemText(draft, problem),
    }))
  if (errors.length > 0) throw new AppError(409, 'has_errors', 'Fix the errors before you publish', { errors })
  return compiled
}

/** The version keeps the content, what answers are read with, and every change since the one before it with its author. */
async function makeVersion(
  tx: TenantTx,
  viewer: VisibilityScope,
  opened: OpenedForm,
  options: Pick<Body<typeof publishForm>, 'include_authors' | 'note'>,
): Promise<number> {
  const { id, row, draft, latest, marks } = opened
  const compiled = compiledOrRefused(opened)
  const others = othersIn(marks, viewer, options.include_authors)
  if (others.length > 0) throw await othersRefusal(tx, others)
  const number = row.last_version + 1
  await insertVersion(tx.db, tx.tenantId, id, {
    number,
    hash: hashForm(draft),
    content: draft,
    compiled,
    note: options.note,
    changes: authored(changesBetween(latest, draft), marks),
    authors: authorsIn(marks),
    published_by: viewer.memberId,
  })
  await changeDraftRow(tx.db, tx.tenantId, id, { based_on: number, authors: NO_MARKS, changes: 0 })
  return number
}

/**
 * Puts the draft on the form's public address. Where it says what the latest version says, which was taken off its
 * address, that one comes back.
 */
export async function publishDraft(
  tx: TenantTx,
  viewer: VisibilityScope,
  opened: OpenedForm,
  options: Pick<Body<typeof publishForm>, 'include_authors' | 'note'>,
): Promise<void> {
  const { id, row, draft, latest } = opened
  const unchanged = latest !== undefined && isSameContent(latest, draft)
  if (unchanged && row.current_version !== null) {
    throw conflict('nothing_to_publish', `Nothing has changed since version ${row.current_version}`)
  }
  const number = unchanged ? row.last_version : await makeVersion(tx, viewer, opened, options)
  await changeForm(tx.db, tx.tenantId, id, { current_version: number, last_version: number })
  await writeAddress(tx.db, tx.tenantId, 'form', id)
  await recordFormAct(tx, 'form.published', row, { number })
}
