import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { FormElement } from '@throughline/contracts/form-content'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { startFormPage } from './form-page.ts'
import { drawPage, FORM_ID } from './testing/sample-page.ts'

const SENT = `/v1/forms/public/${FORM_ID}/submissions/`
const BEGUN = `/v1/forms/public/${FORM_ID}/begin/`
const RECEIPT = { status: 201, body: { data: { receipt: '7K2M-94QX', received_at: '2026-11-12T10:00:00Z' } } }

type Reply = { status: number; body: unknown; headers?: Record<string, string> } | 'unreachable'

/** Answers in turn; the last one stays. */
function serveForm(...answers: Reply[]) {
  const sent: FormData[] = []
  const options: RequestInit[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    options.push(init)
    if (url === BEGUN) return Response.json({ data: { token: 'signed', work: null } })
    if (url !== SENT)
      return Response.json({ code: 'not_found', message: 'Not found', request_id: 'r' }, { status: 404 })
    if (init.body instanceof FormData) sent.push(init.body)
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    if (!answer || answer === 'unreachable') throw new TypeError('Failed to fetch')
    return Response.json(answer.body, { status: answer.status, headers: answer.headers ?? {} })
  })
  return { sent, options }
}

const NAME: FormElement = { id: 'txt-1', type: 'textbox', label: 'Your name', required: true }
const EMAIL: FormElement = { id: 'eml-1', type: 'email', label: 'Email', required: true }
const SERVICES: FormElement = { id: 'chk-1', type: 'checkbox', label: 'Services', options: ['Tax', 'Payroll'] }
const PAGE = (id: string, title: string): FormElement => ({ id, type: 'page', title })
const PAPER: FormElement = { id: 'att-1', type: 'attachment', label: 'Papers', multiple: true, maxFileSize: 1 }

const start = (elements: FormElement[], more: Parameters<typeof drawPage>[1] = {}) => {
  const { form, data } = drawPage(elements, more)
  startFormPage(form, data)
  return form
}
const type = (label: string | RegExp, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const fileOf = (name: string, bytes: number) => new File([new Uint8Array(bytes)], name, { type: 'application/pdf' })
const choose = (label: RegExp, ...files: File[]) => {
  const input = screen.getByLabelText(label)
  // jsdom lets nobody set the files of a field but by the property.
  Object.defineProperty(input, 'files', { value: files, configurable: true })
  Object.defineProperty(input, 'value', { value: '', writable: true, configurable: true })
  fireEvent.change(input)
}

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
})

describe('Somebody who fills in a form', () => {
  test('sends it once, is thanked with the receipt, and no cookie goes with it', async () => {
    const { sent, options } = serveForm(RECEIPT)
    start([NAME, SERVICES])
    type('Your name', 'Ada')
    fireEvent.click(screen.getByLabelText('Tax'))
    press('Submit')
    press('Submit')
    expect(screen.getByText('Submitting your response...')).toBeTruthy()
    expect(await screen.findByText('Thank you for your submission!')).toBe(document.activeElement)
    expect(screen.getByText('7K2M-94QX')).toBeTruthy()
    expect(sent).toHaveLength(1)
    const [form] = sent
    expect(form?.get('txt-1')).toBe('Ada')
    expect([form?.get('chk-1'), form?.get('chk-1[0]')]).toEqual(['["Tax"]', 'Tax'])
    expect(form?.get('_token')).toBe('signed')
    expect(options.every(({ credentials }) => credentials === 'omit')).toBe(true)
    expect(localStorage.length, 'nothing stays on the device').toBe(0)
  })

  test('passes over a page whose questions are all hidden', () => {
    serveForm(RECEIPT)
    const wages = { id: 'txt-7', type: 'textbox', label: 'Pay day', show_if: '"Payroll" in vars.chk_1' }
    start([SERVICES, PAGE('pg-1', 'Wages'), wages, PAGE('pg-2', 'Contact'), EMAIL])
    expect(screen.getByText('Page 1 of 2')).toBeTruthy()
    fireEvent.click(screen.getByLabelText('Tax'))
    press('Next')
    expect(document.activeElement?.textContent).toBe('Contact')
    expect(screen.getByText('Page 2 of 2')).toBeTruthy()
    press('Back')
    fireEvent.click(screen.getByLabelText('Payroll'))
    expect(screen.getByText('Page 1 of 3')).toBeTruthy()
    press('Next')
    expect(document.activeElement?.textContent).toBe('Wages')
  })

  test('sees headings only while their condition holds, and no page of headings alone that is hidden', () => {
    serveForm(RECEIPT)
    const show_if = '"Payroll" in vars.chk_1'
    const heading = { id: 'sec-1', type: 'sectionHeading', content: 'Wages', show_if }
    const words = { id: 'lbl-1', type: 'label', content: 'We call you about wages.' }
    start([SERVICES, heading, { ...PAGE('pg-1', 'Payroll'), show_if }, words, PAGE('pg-2', 'Contact'), EMAIL])
    expect(screen.getByText('Wages').hidden).toBe(true)
    expect(screen.getByText('Page 1 of 2')).toBeTruthy()
    fireEvent.click(screen.getByLabelText('Payroll'))
    expect(screen.getByText('Wages').hidden).toBe(false)
    expect(screen.getByText('Page 1 of 3')).toBeTruthy()
  })

  test('is told at Next what is wrong, with a link to it, and goes on once it is right', () => {
    serveForm(RECEIPT)
    start([NAME, PAGE('pg-1', 'Contact'), EMAIL])
    expect(screen.getByText('Page 1 of 2')).toBeTruthy()
    press('Next')
    const alert = screen.getByRole('alert')
    expect(document.activeElement).toBe(alert)
    expect(screen.getByText('Enter an answer.')).toBeTruthy()
    fireEvent.click(within(alert).getByRole('link', { name: '1 answer needs fixing' }))
    expect(document.activeElement).toBe(screen.getByLabelText('Your name'))
    type('Your name', 'Ada')
    expect(screen.queryByText('Enter an answer.')).toBeNull()
    press('Next')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByText('Page 2 of 2')).toBeTruthy()
    expect(document.activeElement?.textContent).toBe('Contact')
    press('Back')
    expect(screen.getByLabelText<HTMLInputElement>('Your name').value).toBe('Ada')
  })

  test('is told on leaving a field that its answer is not right, and not merely for passing by', () => {
    serveForm(RECEIPT)
    start([NAME, EMAIL])
    fireEvent.focusOut(screen.getByLabelText('Your name'))
    expect(screen.queryByText('Enter an answer.')).toBeNull()
    type('Email', 'ada')
    expect(screen.queryByText(/like name@example/)).toBeNull()
    fireEvent.focusOut(screen.getByLabelText('Email'))
    expect(screen.getByText('Enter an email address, like name@example.com.')).toBeTruthy()
    expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true')
  })

  test('sees a question only while its condition holds, and is not asked for a hidden one', async () => {
    const { sent } = serveForm(RECEIPT)
    const show_if = '"Payroll" in vars.chk_1'
    start([SERVICES, { id: 'txt-2', type: 'textbox', label: 'Pay day', required: true, show_if }])
    const question = document.querySelector<HTMLElement>('[data-element="txt-2"]')
    expect(question?.hidden).toBe(true)
    fireEvent.click(screen.getByLabelText('Payroll'))
    expect(question?.hidden).toBe(false)
    press('Submit')
    expect(screen.getByText('Enter an answer.')).toBeTruthy()
    fireEvent.click(screen.getByLabelText('Payroll'))
    press('Submit')
    await screen.findByText('7K2M-94QX')
    expect(sent[0]?.has('txt-2')).toBe(false)
  })
})

describe('When sending fails', () => {
  test('the form stays with every answer, and the same attempt is sent again', async () => {
    const { sent } = serveForm({ status: 500, body: {} }, RECEIPT)
    start([NAME])
    type('Your name', 'Ada')
    press('Submit')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Failed to submit form. Please try again.')
    expect(alert.textContent).toContain('saved on this device')
    expect(screen.getByLabelText<HTMLInputElement>('Your name').value).toBe('Ada')
    press('Submit')
    await screen.findByText('7K2M-94QX')
    expect(new Set(sent.map((form) => form.get('_key'))).size, 'one key').toBe(1)
  })

  test('what the server says of an answer stands at that answer until it is changed', async () => {
    const errors = [{ path: 'txt-1', message: 'This name is taken.' }]
    serveForm({ status: 422, body: { code: 'invalid_request', message: 'Some answers aren’t valid', errors } })
    start([NAME])
    type('Your name', 'Ada')
    press('Submit')
    expect(await screen.findByText('This name is taken.')).toBeTruthy()
    type('Your name', 'Ada L')
    expect(screen.queryByText('This name is taken.')).toBeNull()
  })

  test('many who send at once wait their turn, as long as the server asks for', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    serveForm({ status: 429, body: {}, headers: { 'retry-after': '7' } }, RECEIPT)
    start([NAME])
    type('Your name', 'Ada')
    press('Submit')
    expect(await screen.findByText('Many people are sending this form right now. Yours is next.')).toBeTruthy()
    await vi.advanceTimersByTimeAsync(7_000)
    expect(await screen.findByText('7K2M-94QX')).toBeTruthy()
  })

  test('a response that had arrived before shows its own receipt', async () => {
    serveForm({ status: 409, body: { code: 'sent_before', message: 'Already sent', receipt: 'FRST-0001' } })
    start([NAME])
    type('Your name', 'Ada')
    press('Submit')
    expect(await screen.findByText('FRST-0001')).toBeTruthy()
    expect(screen.getByText(/already sent this form/)).toBeTruthy()
  })

  test('without a connection it is sent when there is one again', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { sent } = serveForm(RECEIPT)
    start([NAME])
    expect(screen.getByText('You’re offline.')).toBeTruthy()
    expect(screen.getByText('Sends when you’re back online')).toBeTruthy()
    type('Your name', 'Ada')
    press('Submit')
    await waitFor(() => expect(screen.getAllByText('Sends when you’re back online').length).toBeGreaterThan(1))
    expect(sent).toHaveLength(0)
    online.mockReturnValue(true)
    dispatchEvent(new Event('online'))
    expect(await screen.findByText('7K2M-94QX')).toBeTruthy()
  })
})

describe('Coming back', () => {
  test('finds the answers and the page again, hears what changed since, and can start over', () => {
    serveForm(RECEIPT)
    start([NAME, PAGE('pg-1', 'Contact'), EMAIL])
    type('Your name', 'Ada')
    press('Next')
    expect(screen.getByText('Saved on this device as you type')).toBeTruthy()
    const phone: FormElement = { id: 'tel-1', type: 'tel', label: 'Phone' }
    start([NAME, PAGE('pg-1', 'Contact'), EMAIL, phone])
    expect(screen.getByText('Page 2 of 2')).toBeTruthy()
    expect(screen.getByText('Welcome back.').parentElement?.textContent).toContain(
      'One question has been added since then.',
    )
    press('Back')
    expect(screen.getByLabelText<HTMLInputElement>('Your name').value).toBe('Ada')
    vi.stubGlobal('confirm', () => false)
    press('Start over')
    expect(localStorage.length, 'asked first').toBe(1)
  })

  test('an address fills in what it names, but never over what was typed', () => {
    serveForm(RECEIPT)
    history.replaceState(null, '', '/?who=Ada&chk-1=Tax&chk-1=Payroll&eml-1=%3Cscript%3E')
    start([NAME, EMAIL, SERVICES], { prefill: { who: 'txt-1' } })
    expect(screen.getByLabelText<HTMLInputElement>('Your name').value).toBe('Ada')
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('<script>')
    expect(screen.getByLabelText<HTMLInputElement>('Payroll').checked).toBe(true)
    type('Your name', 'Grace')
    start([NAME, EMAIL, SERVICES], { prefill: { who: 'txt-1' } })
    expect(screen.getByLabelText<HTMLInputElement>('Your name').value).toBe('Grace')
  })

  test('a browser that keeps nothing fills the form in all the same', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    serveForm({ status: 500, body: {} })
    start([NAME])
    type('Your name', 'Ada')
    expect(document.querySelector<HTMLElement>('[data-saved]')?.hidden).toBe(true)
    press('Submit')
    expect((await screen.findByRole('alert')).textContent).toContain('Keep this page open')
  })
})

describe('Files', () => {
  test('that are too large are refused before a byte is sent, and others stay when pages change', async () => {
    const { sent } = serveForm(RECEIPT)
    start([PAPER, PAGE('pg-1', 'Contact'), NAME])
    choose(/Papers/, fileOf('large.pdf', 2 * 1_048_576), fileOf('fine.pdf', 2_048))
    expect(screen.getByText('This file is 2 MB, and the limit is 1 MB. Choose a smaller file.')).toBeTruthy()
    expect(screen.getByText('2 KB, sent with your answers')).toBeTruthy()
    press('Next')
    press('Back')
    expect(screen.getByText('fine.pdf')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Remove large.pdf' }))
    expect(screen.queryByText('large.pdf')).toBeNull()
    press('Next')
    type('Your name', 'Ada')
    press('Submit')
    await screen.findByText('7K2M-94QX')
    expect(sent[0]?.getAll('att-1[]').map((one) => (one instanceof File ? one.name : one))).toEqual(['fine.pdf'])
  })
})
