import { visiblePages } from '@throughline/flow/form'
import type { FormPageData } from '@throughline/flow/form-view'
import type { Beginning } from './begin.ts'
import type { ChosenFiles } from './chosen-files.ts'
import type { Draft } from './draft.ts'
import type { PageView } from './page-view.ts'
import { texts } from './public-form.texts.ts'
import type { Questions } from './questions.ts'

export interface FormPage {
  form: HTMLFormElement
  data: FormPageData
  view: PageView
  draft: Draft
  files: ChosenFiles
  questions: Questions
  beginning: Beginning
  /** Fields that were left, or gone past: only of these is said what is wrong. */
  visited: Set<string>
  isSending: boolean
}

export const names = ({ data }: FormPage) => data.form.fields.map(({ name }) => name)
export function waitText(files: ChosenFiles): string | undefined {
  if (!navigator.onLine) return texts.waitsForOnline
  return files.isWaiting() ? texts.waitsForFiles : undefined
}

export const shownPages = ({ data, questions }: FormPage): number[] => visiblePages(data.form, questions.read().hidden)

export const showPage = (page: FormPage, moveFocus: boolean) =>
  page.view.showPage(page.draft.now.page, shownPages(page), moveFocus)

export function refresh(page: FormPage) {
  const { view, draft, questions, visited, files } = page
  const { problems, hidden } = questions.read()
  view.showHidden(hidden)
  view.showPage(draft.now.page, visiblePages(page.data.form, hidden), false)
  for (const name of names(page)) view.showProblem(name, visited.has(name) ? problems.get(name) : undefined)
  view.showWait(waitText(files))
}

/**
 * Says what is wrong with these answers, above the form and at each of them, and turns to the first. Whether there was
 * anything to say.
 */
export function stopAt(page: FormPage, ids: readonly string[], alert?: { title: string; text: string }): boolean {
  const { view, draft, questions, data } = page
  for (const id of ids) page.visited.add(id)
  refresh(page)
  const { problems } = questions.read()
  const wrong = ids.filter((id) => problems.has(id))
  const [first] = wrong
  if (first === undefined && !alert) {
    view.showAlert(undefined)
    return false
  }
  const where = data.form.pages.findIndex(({ elements }) => first !== undefined && elements.includes(first))
  if (where !== -1 && where !== draft.now.page) {
    draft.keep({ page: where })
    showPage(page, false)
  }
  view.showAlert({ title: texts.fixFirst, ...alert, wrong })
  return true
}
