import type { FormPageData } from '@throughline/flow/form-view'
import { browserZone } from '../shared/format/moments.ts'
import { exactMoment } from '../shared/format/time.ts'
import { prefilled, writeAnswer } from './answers.ts'
import { createBeginning } from './begin.ts'
import { createChosenFiles } from './chosen-files.ts'
import { changesSince, createDraft } from './draft.ts'
import { dropFile, storedFiles } from './file-memory.ts'
import { drawFiles } from './file-rows.ts'
import { type FormPage, names, refresh, shownPages, showPage, stopAt, waitText } from './page-state.ts'
import { createPageView } from './page-view.ts'
import { texts } from './public-form.texts.ts'
import { createQuestions } from './questions.ts'
import { submit } from './submit.ts'

const elementIdOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-element]')?.dataset.element : undefined
const isFileField = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.type === 'file'

function goTo(page: FormPage, at: number) {
  page.draft.keep({ page: at })
  showPage(page, true)
}

/** Enter sends a page of several only on to the next. */
function goOn(page: FormPage) {
  const { data, draft } = page
  const at = draft.now.page
  const next = shownPages(page).find((one) => one > at)
  if (next === undefined) {
    void submit(page, names(page))
    return
  }
  const here = new Set(data.form.pages[at]?.elements)
  const ids = names(page).filter((name) => here.has(name))
  if (!stopAt(page, ids)) goTo(page, next)
}

function edited(page: FormPage, id: string) {
  const { questions, beginning, draft } = page
  questions.changed(id)
  void beginning.begin()
  draft.keep({ answers: questions.answers(), at: Date.now() })
  refresh(page)
}

function listen(page: FormPage) {
  const { form, files, questions, view, draft, visited, beginning } = page
  // Before the first key press: a respondent may send what the link filled in without typing anything.
  form.addEventListener('focusin', () => void beginning.begin(), { once: true })
  form.addEventListener('input', ({ target }) => {
    const id = elementIdOf(target)
    if (id !== undefined && !isFileField(target)) edited(page, id)
  })
  form.addEventListener('change', ({ target }) => {
    const id = elementIdOf(target)
    if (id === undefined || !isFileField(target)) return
    const chosen = [...(target.files ?? [])]
    // The list above holds them from now on; the field is free for more.
    target.value = ''
    for (const file of chosen) files.add(id, file)
    edited(page, id)
  })
  form.addEventListener('focusout', ({ target, relatedTarget }) => {
    const id = elementIdOf(target)
    // Within a list of choices nothing is left yet, and people who only walk past a question are told at Next.
    if (id === undefined || id === elementIdOf(relatedTarget) || !questions.isAnswered(id)) return
    visited.add(id)
    refresh(page)
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    goOn(page)
  })
  form.querySelector('[data-act="next"]')?.addEventListener('click', () => goOn(page))
  form.querySelector('[data-act="back"]')?.addEventListener('click', () => {
    view.showAlert(undefined)
    goTo(page, shownPages(page).findLast((one) => one < draft.now.page) ?? 0)
  })
}

function followConnection({ view, files }: FormPage) {
  const show = () => {
    const strip = { tone: 'warning', title: texts.offline.title, text: texts.offline.text } as const
    view.showStrip('offline', navigator.onLine ? undefined : strip)
    view.showWait(waitText(files))
  }
  addEventListener('online', show)
  addEventListener('offline', show)
  show()
}

/** Files of an earlier visit belong to its answers, and are dropped without them. */
async function restoreFiles(formId: string, files: FormPage['files'], isBack: boolean): Promise<void> {
  const stored = await storedFiles(formId)
  if (isBack) files.restore(stored)
  else for (const { key } of stored) void dropFile(key)
}

/** Restores the answers of an earlier visit; the link fills in the rest. */
function restore({ form, data, draft, view, files }: FormPage) {
  const { fields } = data.form
  const { before, now } = draft
  const isKept = (name: string) => Object.hasOwn(now.answers, name)
  for (const field of fields) if (isKept(field.name)) writeAnswer(form, field, now.answers[field.name] ?? null)
  for (const [field, value] of prefilled(location.search, fields, data.prefill)) {
    if (!isKept(field.name)) writeAnswer(form, field, value)
  }
  void restoreFiles(data.id, files, before !== undefined)
  if (!before) return
  const changes = changesSince(before.questions, now.questions)
  view.showStrip('back', {
    tone: 'info',
    title: texts.back.title,
    text: [texts.back.text(exactMoment(before.at, browserZone())), ...changes].join(' '),
    act: {
      text: texts.back.startOver,
      run: () => {
        if (!confirm(texts.back.startOverAsked)) return
        draft.forget()
        files.clear()
        location.replace(location.pathname)
      },
    },
  })
  view.showSaved(true)
}

/** Brings a page that the server drew to life. Without it the page is a plain form, which is sent as a whole. */
export function startFormPage(form: HTMLFormElement, data: FormPageData) {
  const view = createPageView(form)
  const draft = createDraft(data, (isSaved) => view.showSaved(isSaved))
  const beginning = createBeginning(data.id, draft.now.begun, (begun) => draft.keep({ begun }))
  const files = createChosenFiles(
    data,
    () => beginning.begin(),
    (element) => {
      drawFiles(form, element, files, data.files[element]?.maxFiles ?? 1)
      refresh(page)
    },
  )
  const questions = createQuestions(form, data, files)
  const page: FormPage = {
    form,
    data,
    view,
    draft,
    files,
    questions,
    beginning,
    visited: new Set(),
    isSending: false,
  }
  listen(page)
  restore(page)
  followConnection(page)
  refresh(page)
  document.body.dataset.ready = ''
}
