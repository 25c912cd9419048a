import { text as textOf } from 'node:stream/consumers'
import type { FormContent } from '@throughline/contracts/form-content'
import { compileForm } from '@throughline/flow/form-compile'
import { escapeHtml } from '@throughline/flow/form-view'
import { HOSTILE_TEXTS } from '@throughline/flow/testing/hostile-texts'
import { expect, test } from 'vitest'
import { csvStream } from '../../../core/csv/csv-stream.ts'
import { submissionExport } from '../submissions/export-submissions.ts'
import { closedPage, failedPage, formPage, type PageForm, thanksPage } from './document.ts'

const ASSETS = { script: '/public/assets/a.js', styles: ['/public/assets/a.css'], font: '/public/assets/a.woff2' }

/** With this text wherever an author can write one. */
function formWith(text: string): PageForm {
  const content: FormContent = {
    title: text,
    description: text,
    settings: { submitButtonText: text, thank_you: text, contact: text, privacy_url: text, frame_ancestors: [text] },
    banner: { id: '018f6f2a-0000-7000-8000-00000000b001', altText: text, height: 200 },
    elements: [
      {
        id: 'txt-1',
        type: 'textbox',
        label: text,
        helpText: text,
        placeholder: text,
        defaultValue: text,
        prefill: text,
      },
      { id: 'txt-2', type: 'textarea', label: text, defaultValue: text },
      {
        id: 'dd-1',
        type: 'dropdown',
        label: text,
        placeholder: text,
        options: [text, { label: text, value: `${text}2` }],
      },
      { id: 'rad-1', type: 'radio', label: text, options: [text] },
      { id: 'chk-1', type: 'checkbox', label: text, options: [text] },
      { id: 'att-1', type: 'attachment', label: text },
      { id: 'pg-1', type: 'page', title: text },
      { id: 'h-1', type: 'mainHeading', content: text },
      { id: 's-1', type: 'section', title: text, content: text },
      { id: 'l-1', type: 'label', content: text },
      { id: 'b-1', type: 'button', label: text, buttonType: text },
    ],
  }
  const { compiled } = compileForm(content)
  return {
    id: '018f6f2a-0000-7000-8000-00000000f001',
    number: 1,
    content,
    compiled,
    organisation: text,
    limits: { files: 1, megabytes: 1 },
  }
}

/** What the script is told, and the page without it. */
function split(page: string): { page: string; data: unknown } {
  const [, written = ''] = / data-form="([^"]*)"/.exec(page) ?? []
  const plain = written
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
  return { page: page.replace(written, ''), data: plain === '' ? undefined : JSON.parse(plain) }
}

const PLAIN = 'qqplainqq'
/** Every page that shows what authors and respondents wrote. */
const PAGES: Record<string, (text: string) => string> = {
  'a form': (text) => formPage(formWith(text), ASSETS),
  'a form that was refused': (text) => {
    const states = { 'txt-1': { value: text, problem: text }, 'txt-2': { value: text }, 'chk-1': { value: [text] } }
    return formPage(formWith(text), ASSETS, { states, title: text, text })
  },
  'a form that is closed': (text) => closedPage(formWith(text), ASSETS, { because: 'date', day: text }),
  thanks: (text) => thanksPage(formWith(text), ASSETS, text),
  'a failure': (text) => failedPage(ASSETS, text, text),
}

test.each(Object.entries(PAGES))('%s shows hostile texts as texts, each in its place and nowhere else', (_, drawn) => {
  const plain = split(drawn(PLAIN))
  expect(plain.page).toContain(PLAIN)
  expect(HOSTILE_TEXTS).toHaveLength(200)
  for (const text of HOSTILE_TEXTS) {
    const escaped = escapeHtml(text)
    expect(escaped).not.toMatch(/[<>"']|&(?!(amp|lt|gt|quot|#39);)/)
    const { page, data } = split(drawn(text))
    expect(page === plain.page.replaceAll(PLAIN, () => escaped), text).toBe(true)
    expect(
      JSON.stringify(data) === JSON.stringify(plain.data)?.replaceAll(PLAIN, () => JSON.stringify(text).slice(1, -1)),
      text,
    ).toBe(true)
  }
})

test('hostile texts in answers and labels run as no formula in the CSV, and stay in their cells', async () => {
  const row = (text: string) => ({
    id: '018f6f2a-0000-7000-8000-00000000f001',
    receipt: 'ABCD-EFGH',
    received_at: '2026-11-18T00:00:00Z',
    state: 'received' as const,
    version: 1,
    answers: { 'txt-1': text, 'chk-1': [text, text] },
    file_count: 0,
    starts: [],
  })
  for (const text of HOSTILE_TEXTS) {
    const rows = (async function* () {
      yield submissionExport.cellsOf(row(text))
    })()
    const csv = await textOf(csvStream({ receipt: 'Receipt', 'field:txt-1': text, 'field:chk-1': 'List' }, rows))
    const records = csv.replace('\uFEFF', '').split('\r\n')
    expect(records, text).toHaveLength(3)
    for (const record of records) expect(record, text).not.toMatch(/(^|,)"?[=+\-@\t\r]/)
  }
})
