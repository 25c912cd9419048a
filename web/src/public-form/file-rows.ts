import { sizeText } from '../shared/format/size.ts'
import { elementOf } from './answers.ts'
import type { ChosenFile, ChosenFiles } from './chosen-files.ts'
import { make } from './dom.ts'
import { texts } from './public-form.texts.ts'

function stateText({ state, file, safe, problem }: ChosenFile): string {
  const size = sizeText(file.size)
  const percent = Math.floor((safe / file.size) * 100)
  const { files } = texts
  switch (state) {
    case 'ready':
      return files.ready(size)
    case 'uploading':
      return files.uploading(percent, size)
    case 'paused':
      return files.paused(percent, size)
    case 'uploaded':
      return files.uploaded(size)
    case 'refused':
      break
  }
  return problem ?? files.failed
}

function row(chosen: ChosenFile, remove: () => void): HTMLLIElement {
  const { state, file, safe } = chosen
  const isMoving = state === 'uploading' || state === 'paused'
  const bar = make('progress', {
    max: String(file.size),
    value: String(safe),
    'aria-label': texts.files.progress(file.name),
  })
  const away = make('button', { type: 'button', 'aria-label': texts.files.remove(file.name) }, '×')
  away.addEventListener('click', remove)
  const words = make('span', state === 'refused' ? { role: 'alert' } : {}, stateText(chosen))
  const about = make('div', {}, make('b', { translate: 'no' }, file.name), ...(isMoving ? [bar] : []), words)
  return make('li', { 'data-state': state, 'data-key': chosen.key, 'data-safe': String(safe) }, about, away)
}

/** A row that says the same stays as it is, so that it is not read out again. */
const isSame = ({ dataset }: HTMLElement, { key, state, safe }: ChosenFile) =>
  dataset.key === key && dataset.state === state && dataset.safe === String(safe)

/** The files of one element, redrawn whenever one of them changes; the focused row keeps its focus. */
export function drawFiles(form: ParentNode, element: string, files: ChosenFiles, most: number) {
  const place = elementOf(form, element)
  const list = place?.querySelector<HTMLElement>('.tl-files')
  const drop = place?.querySelector<HTMLElement>('.tl-drop')
  if (!list || !drop) return
  const chosen = files.of(element)
  const rows = [...list.querySelectorAll('li')]
  const focused = rows.findIndex((one) => one.contains(document.activeElement))
  list.replaceChildren(
    ...chosen.map((one) => rows.find((before) => isSame(before, one)) ?? row(one, () => files.remove(one.key))),
  )
  list.hidden = chosen.length === 0
  const good = chosen.filter(({ state }) => state !== 'refused').length
  drop.hidden = good >= most
  const words = drop.querySelector('span')
  if (words && chosen.length > 0) words.textContent = texts.files.another
  if (focused === -1) return
  const buttons = list.querySelectorAll('button')
  const next = buttons[Math.min(focused, buttons.length - 1)] ?? drop.querySelector('input')
  next?.focus()
}
