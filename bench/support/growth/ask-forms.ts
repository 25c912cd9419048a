import type { Query } from '../../../contracts/src/endpoint.ts'
import { type listSubmissions, SubmissionFilter } from '../../../contracts/src/form-submissions.ts'
import { FormFilter, FormSort, type listForms } from '../../../contracts/src/forms.ts'
import { SubmissionId } from '../../../contracts/src/ids.ts'
import { formsPage } from '../../../server/src/areas/forms/form-list.service.ts'
import { submissionExport } from '../../../server/src/areas/forms/submissions/export-submissions.ts'
import { submissionsPage } from '../../../server/src/areas/forms/submissions/submission-list.service.ts'
import { readSubmission } from '../../../server/src/areas/forms/submissions/submission-page.service.ts'
import { combined, type ListRequest, nameOf, PAGE, type RequestsOf, rowsAnd } from './list-request.ts'
import { LIMITED_FORMS, type LoadedForms } from './load-forms.ts'

type Responses = Partial<Query<typeof listSubmissions>>
type Forms = Partial<Query<typeof listForms>>

/** Words looked at by one statement of a search, forms by one of their list, and forms that are counted. */
const WORDS = 200
const FORMS = 200
const COUNTED_FORMS = 5_000
/** How far it is counted whether an export is small. */
const SMALL_EXPORT = 10_000
/** Workflows that each response starts. */
const STARTS = 2
const DAY = 86_400_000

const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString()

/** Which forms are hidden is read whole, once for an epoch. Beside that it is so many. */
const atMost =
  (rows: number | ((text: string) => number)): ListRequest['most'] =>
  (branches, text) => {
    const most = typeof rows === 'number' ? rows : rows(text)
    return rowsAnd(text.includes(`visibility = 'limited'`) ? LIMITED_FORMS : most)(branches, text)
  }

/** Each row of a page has what it started. */
const ofPage = (text: string) => {
  if (text.includes('submission_words')) return WORDS
  return text.includes('submission_starts') ? STARTS * PAGE : PAGE + 1
}

const responses = (group: string, { formId }: LoadedForms, list: Responses): ListRequest => ({
  group,
  name: nameOf(list),
  most: atMost(ofPage),
  further: 'far',
  ask: async (ctx, by, page) => {
    const answer = await submissionsPage(ctx, by, formId, { status: 'all', ...list, ...page })
    return { rows: answer.data.length, next: answer.pagination.next_cursor ?? undefined }
  },
})

const panel = ({ formId, response }: LoadedForms): ListRequest => ({
  group: 'the panel of a response',
  name: response,
  most: atMost(STARTS),
  further: 'none',
  ask: async (ctx, by) => {
    const { data } = await readSubmission(ctx, by, formId, SubmissionId.parse(response))
    return { rows: data.files.length, next: undefined }
  },
})

const exported = ({ formId: form }: LoadedForms, list: Responses): ListRequest => ({
  group: 'whether an export is small',
  name: nameOf(list),
  most: atMost(SMALL_EXPORT + 1),
  further: 'none',
  ask: async (ctx, by) => {
    const rows = await submissionExport.count(ctx, by, { status: 'all', ...list, form }, SMALL_EXPORT)
    return { rows, next: undefined }
  },
})

const forms = (list: Forms): ListRequest => ({
  group: 'forms',
  name: nameOf(list),
  most: atMost((text) => (text.includes('filter (where') ? COUNTED_FORMS : FORMS)),
  further: 'next',
  ask: async (ctx, by, page) => {
    const answer = await formsPage(ctx, by, { status: 'all', sort: 'response', ...list, ...page })
    return { rows: answer.data.length, next: answer.pagination.next_cursor ?? undefined }
  },
})

/** The screens of forms and of their responses. */
export const askForms =
  (loaded: LoadedForms): RequestsOf =>
  () => {
    const states = SubmissionFilter.options.map((status) => ({ status }))
    const days: Responses[] = [
      { from: daysAgo(7) },
      { until: daysAgo(300) },
      { from: daysAgo(400), until: daysAgo(399) },
      { from: daysAgo(-1) },
    ]
    const searches = ['harbor', 'mill', 'harbor mill 5', 'g', 'nowhere'].map((search) => ({ search }))
    const receipt = `${loaded.receipt.slice(0, 4)}-${loaded.receipt.slice(4)}`
    return [
      ...states.map((list) => responses('responses of a state', loaded, list)),
      ...combined(states, days).map((list) => responses('responses of some days', loaded, list)),
      ...combined(states, searches).map((list) => responses('responses by a word', loaded, list)),
      ...combined(days, searches).map((list) => responses('responses by a word', loaded, list)),
      ...[receipt, loaded.receipt.toLowerCase()].map((search) => responses('a receipt', loaded, { search })),
      panel(loaded),
      ...combined(states, [{}, ...days]).map((list) => exported(loaded, list)),
      ...combined(
        FormFilter.options.map((status) => ({ status })),
        FormSort.options.map((sort) => ({ sort })),
      ).map(forms),
      ...['intake', 'zebra', 'nowhere'].map((search) => forms({ search })),
    ]
  }
