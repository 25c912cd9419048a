import { formSpec, formTexts } from '@throughline/contracts/form-texts'
import { controlId, problemId } from '@throughline/flow/form-view'
import { controlsOf, elementOf } from './answers.ts'
import { button, make, say } from './dom.ts'
import { texts } from './public-form.texts.ts'
import type { SendState } from './send.ts'

/** The page as it was drawn by the server, with everything on it that changes. */
export interface PageView {
  readonly form: HTMLFormElement
  /** `shown`: the pages that there are now, by their places. */
  showPage(page: number, shown: readonly number[], moveFocus: boolean): void
  showHidden(hidden: ReadonlySet<string>): void
  /** Under its field; undefined takes it away. */
  showProblem(id: string, problem: string | undefined): void
  /** Above the form, with a link to the first of the answers it is about. */
  showAlert(alert: { title: string; text?: string; wrong: readonly string[] } | undefined): void
  showStrip(name: string, strip: Strip | undefined): void
  showWait(text: string | undefined): void
  showSaved: (isSaved: boolean) => void
  showSending: (state: SendState | undefined) => void
  showThanks(receipt: string, acts: { another: () => void; note: string | undefined; copy: Node }): void
}

interface Strip {
  tone: 'info' | 'warning'
  title: string
  text: string
  act?: { text: string; run: () => void }
}

const all = (root: ParentNode, selector: string) => [...root.querySelectorAll<HTMLElement>(selector)]
const one = (root: ParentNode, selector: string) => root.querySelector<HTMLElement>(selector)

function stripOf({ tone, title, text, act }: Strip): HTMLElement {
  const words = make('p', {}, make('strong', {}, title), ` ${text}`)
  const inside = make('div', {}, words, ...(act ? [button(act.text, 'tl-plain', act.run)] : []))
  return make('div', { class: 'tl-strip', 'data-tone': tone, role: 'status' }, inside)
}

/** The first control of an answer: where a link to its problem leads. */
const firstControl = (form: ParentNode, id: string) => controlsOf(form, id)[0]

function alertOf(
  form: HTMLFormElement,
  { title, text, wrong }: { title: string; text?: string; wrong: readonly string[] },
) {
  const box = make('div', { class: 'tl-alert', role: 'alert', tabindex: '-1' }, make('strong', {}, title))
  if (text !== undefined) box.append(`${text} `)
  const [first] = wrong
  if (first === undefined) return box
  const link = make('a', { href: `#${controlId(first)}` }, formTexts.needFixing(wrong.length))
  link.addEventListener('click', (event) => {
    event.preventDefault()
    firstControl(form, first)?.focus()
  })
  box.append(link, '.')
  return box
}

function sendingText(state: SendState): [title: string, text: string] {
  if (state.state === 'busy') return [texts.busy, texts.busyIn(state.seconds)]
  if (state.state === 'offline') return [texts.waitsForOnline, texts.offline.sending]
  return [formSpec.submitting, texts.submitting]
}

/** A dialog of the browser: what lies under it can be neither reached nor pressed. */
function createOverlay(): (state: SendState | undefined) => void {
  const title = make('p', { role: 'status' })
  const text = make('p')
  const spinner = make('span', { class: 'tl-spinner', 'aria-hidden': 'true' })
  const dialog = make('dialog', { class: 'tl-overlay', 'aria-label': formSpec.submitting }, spinner, title, text)
  // What is on its way cannot be called back by a key.
  dialog.addEventListener('cancel', (event) => event.preventDefault())
  return (state) => {
    if (!state) {
      dialog.close()
      return dialog.remove()
    }
    if (!dialog.isConnected) document.body.append(dialog)
    if (!dialog.open) dialog.showModal()
    const [first, second] = sendingText(state)
    if (title.textContent !== first) title.textContent = first
    text.textContent = second
  }
}

function showPage(form: HTMLFormElement, page: number, shown: readonly number[], moveFocus: boolean) {
  const pages = all(form, '[data-page]')
  const isLast = !shown.some((at) => at > page)
  const number = shown.filter((at) => at <= page).length
  for (const [at, section] of pages.entries()) section.hidden = at !== page
  for (const [at, bar] of all(document, '.tl-bars i').entries()) {
    bar.hidden = at >= shown.length
    bar.toggleAttribute('data-done', at < number)
  }
  const step = one(document, '[data-step]')
  const words = formTexts.pageOf(number, shown.length)
  if (step && step.textContent !== words) step.textContent = words
  const intro = one(document, '[data-intro]')
  // The title stays for those who hear the page.
  intro?.classList.toggle('tl-unseen', page > 0)
  for (const banner of all(document, '.tl-banner')) banner.hidden = page > 0
  const back = one(form, '[data-act="back"]')
  const next = one(form, '[data-act="next"]')
  const send = one(form, '[data-act="send"]')
  if (back) back.hidden = page === 0
  if (next) next.hidden = isLast
  // A form with a button of its own on the last page needs no second one.
  if (send) send.hidden = !isLast || (pages[page]?.querySelector('button[type="submit"]') ?? null) !== null
  if (!moveFocus) return
  scrollTo({ top: 0 })
  const heading = pages[page]?.querySelector<HTMLElement>('.tl-page-title')
  const target = heading ?? step
  if (target) {
    target.tabIndex = -1
    target.focus({ preventScroll: true })
  }
}

function showProblem(form: HTMLFormElement, id: string, problem: string | undefined) {
  elementOf(form, id)?.classList.toggle('tl-wrong', problem !== undefined)
  say(document.getElementById(problemId(id)), problem)
  for (const control of controlsOf(form, id)) {
    if (problem === undefined) control.removeAttribute('aria-invalid')
    else control.setAttribute('aria-invalid', 'true')
  }
}

function thanksNodes(
  receipt: string,
  { another, note, copy }: Parameters<PageView['showThanks']>[1],
): DocumentFragment {
  const template = document.querySelector<HTMLTemplateElement>('#thanks')
  const nodes = template ? document.importNode(template.content, true) : new DocumentFragment()
  const output = nodes.querySelector('output')
  if (output) output.textContent = receipt
  const words = one(nodes, '[data-act="copy"]')
  words?.addEventListener('click', () => {
    void navigator.clipboard.writeText(receipt).then(() => (words.textContent = texts.copied))
  })
  one(nodes, '[data-act="print"]')?.addEventListener('click', () => print())
  one(nodes, '[data-act="another"]')?.addEventListener('click', another)
  if (note !== undefined) one(nodes, '.tl-receipt')?.before(make('p', { class: 'tl-text' }, note))
  nodes.append(copy)
  return nodes
}

export function createPageView(form: HTMLFormElement): PageView {
  const strips = new Map<string, HTMLElement>()
  const alertPlace = one(document, '[data-alert]')
  return {
    form,
    showPage: (page, shown, moveFocus) => showPage(form, page, shown, moveFocus),
    showHidden: (hidden) => {
      for (const element of all(form, '[data-element]')) element.hidden = hidden.has(element.dataset.element ?? '')
    },
    showProblem: (id, problem) => showProblem(form, id, problem),
    showAlert: (alert) => {
      if (!alert) return alertPlace?.replaceChildren()
      const box = alertOf(form, alert)
      alertPlace?.replaceChildren(box)
      box.focus()
    },
    showStrip: (name, strip) => {
      strips.get(name)?.remove()
      strips.delete(name)
      if (!strip) return
      const made = stripOf(strip)
      strips.set(name, made)
      one(document, '[data-strips]')?.append(made)
    },
    showWait: (text) => say(one(form, '[data-wait]'), text),
    showSaved: (isSaved) => {
      const note = one(form, '[data-saved]')
      if (note) note.hidden = !isSaved
    },
    showSending: createOverlay(),
    showThanks: (receipt, acts) => {
      const body = one(document, '.tl-body')
      for (const strip of strips.values()) strip.remove()
      for (const banner of all(document, '.tl-banner')) banner.hidden = false
      const head = one(document, '.tl-head')
      one(document, '[data-step]')?.remove()
      body?.replaceChildren(...(head ? [head] : []), thanksNodes(receipt, acts))
      const heading = body && one(body, 'h1')
      scrollTo({ top: 0 })
      heading?.focus({ preventScroll: true })
    },
  }
}
