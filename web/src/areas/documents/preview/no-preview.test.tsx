import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { DocumentDetail } from '@throughline/contracts/documents'
import { expect, test } from 'vitest'
import { sampleDocument } from '../testing/sample-document.ts'
import { texts } from './preview.texts.ts'
import { browserParts } from './testing/browser-parts.ts'
import { about, openPreview, serveFiles } from './testing/open-preview.tsx'

browserParts()

const letter = (more: object = {}) => sampleDocument(1, 'letter.docx', 'application/msword', more)
const processing = (more: Partial<DocumentDetail['processing']>) => ({ ...letter().processing, ...more })
const [version] = letter().versions
const downloads = () => screen.queryAllByRole('button', { name: /^Download/ })

test('what has no preview says so and can be downloaded', async () => {
  const file = letter()
  serveFiles(about(file, { kind: 'none', reason: 'unsupported' }))
  openPreview([file])
  expect(await screen.findByText(texts.unsupported)).toBeTruthy()
  await waitFor(() => expect(downloads().length).toBe(3))
})

test('what is still being read appears by itself', async () => {
  const file = letter()
  const { change } = serveFiles(about(file, { kind: 'none', reason: 'waiting' }))
  const { changed } = openPreview([file])
  expect(await screen.findByText(texts.waiting)).toBeTruthy()
  const read = about(file, { kind: 'words', cut: false, blocks: [{ kind: 'paragraph', runs: [{ text: 'Dear Ada' }] }] })
  for (const [path, answer] of Object.entries(read)) change(path, answer)
  await changed()
  expect(await screen.findByText('Dear Ada')).toBeTruthy()
})

test('what could not be read can be tried again by whoever may', async () => {
  const file = letter({ processing: processing({ can_retry: true }) })
  const retry = `/v1/documents/${file.id}/retry/`
  const { change } = serveFiles({ ...about(file, { kind: 'none', reason: 'failed' }), [retry]: 'unreachable' })
  const { toasts } = openPreview([file])
  const again = await screen.findByRole('button', { name: texts.retry })
  expect(screen.getByText(texts.unread)).toBeTruthy()
  fireEvent.click(again)
  await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual([texts.notRetried]))
  change(retry, { body: file })
  for (const [path, answer] of Object.entries(about(file, { kind: 'none', reason: 'waiting' }))) change(path, answer)
  fireEvent.click(again)
  expect(await screen.findByText(texts.waiting)).toBeTruthy()
})

test('whoever may not manage it is offered no retry', async () => {
  const can = { manage: false, decide: false, purge: false }
  const file = letter({ processing: processing({ can_retry: true }), can })
  serveFiles(about(file, { kind: 'none', reason: 'failed' }))
  openPreview([file])
  expect(await screen.findByText(texts.unread)).toBeTruthy()
  expect(screen.queryByRole('button', { name: texts.retry })).toBeNull()
})

test.each([
  ['quarantined', null, texts.quarantined, texts.quarantinedHint],
  ['infected', 'Eicar-Test-Signature was found', texts.infected, 'Eicar-Test-Signature was found'],
  ['infected', null, texts.infected, texts.infectedHint],
  ['failed', null, texts.unchecked, texts.uncheckedHint],
] as const)(
  'what is withheld because it is %s says why and is offered to nobody',
  async (state, problem, title, hint) => {
    const versions = [{ ...version, state, problem }]
    const file = letter({ downloadable: false, processing: processing({ state, problem }), versions })
    serveFiles(about(file, { kind: 'none', reason: 'withheld' }))
    openPreview([file])
    await waitFor(() => expect(screen.getByText(title)).toBeTruthy())
    expect(await screen.findByText(hint)).toBeTruthy()
    expect(downloads()).toEqual([])
  },
)

test('an older version that is withheld is not offered either, though the current one is', async () => {
  const versions = [
    { ...version, version_number: 2 },
    { ...version, state: 'infected', is_current: false },
  ]
  const file = letter({ current_version: 2, version_count: 2, versions })
  serveFiles(about(file, { kind: 'none', reason: 'withheld' }, 1))
  openPreview([file], { versionNumber: 1 })
  expect(await screen.findByText(texts.infected)).toBeTruthy()
  await screen.findByText(/version 1 by/)
  expect(downloads()).toEqual([])
})
