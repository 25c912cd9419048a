import { fireEvent, screen } from '@testing-library/react'
import type { FormElement } from '@throughline/contracts/form-content'
import { HOSTILE_TEXTS } from '@throughline/flow/testing/hostile-texts'
import { beforeEach, expect, test, vi } from 'vitest'
import { startFormPage } from './form-page.ts'
import { drawPage } from './testing/sample-page.ts'

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
})

const fieldsOf = (text: string): FormElement[] => [
  { id: 'txt-1', type: 'textbox', label: text, helpText: text, placeholder: text },
  { id: 'txt-2', type: 'textarea', label: 'Long' },
  { id: 'chk-1', type: 'checkbox', label: text, options: [text, 'Other'] },
  { id: 'att-1', type: 'attachment', label: 'Papers', acceptedFileTypes: '.pdf' },
]

/** Everything that stands in the page, without its texts. */
const skeleton = () =>
  [...document.querySelectorAll('*')].map((one) => `${one.tagName} ${one.getAttributeNames().join(' ')}`)

/** Filled in by the address, with a file of that name which is refused by name: all that the script itself writes. */
function open(text: string) {
  localStorage.clear()
  const search = new URLSearchParams(['txt-1', 'txt-2', 'chk-1', 'att-1', text].map((name) => [name, text]))
  history.replaceState(null, '', `/?${search.toString()}`)
  const { form, data } = drawPage(fieldsOf(text), { prefill: { [text]: 'txt-1' } })
  startFormPage(form, data)
  const files = screen.getByLabelText(/Papers/)
  Object.defineProperty(files, 'files', { value: [new File(['x'], text)], configurable: true })
  Object.defineProperty(files, 'value', { value: '', writable: true, configurable: true })
  fireEvent.change(files)
}

test('hostile texts in questions, addresses and names of files are texts in the page, and nothing else', () => {
  open('plain')
  const plain = skeleton()
  expect(plain.length).toBeGreaterThan(40)
  for (const text of HOSTILE_TEXTS) {
    open(text)
    expect(skeleton(), text).toEqual(plain)
    expect(document.querySelector<HTMLInputElement>('#f-txt-1')?.value).toBe(text.replaceAll(/[\r\n]/g, ''))
    expect(document.querySelector<HTMLTextAreaElement>('#f-txt-2')?.value).toBe(text)
    expect(document.querySelector('.tl-files b')?.textContent).toBe(text)
    expect(document.querySelector('legend')?.textContent).toContain(text)
  }
})
