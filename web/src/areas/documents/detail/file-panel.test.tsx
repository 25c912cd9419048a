import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { refusal } from '../../../shared/testing/fake-server.ts'
import { pressPageKey } from '../../../ui/page-keys.ts'
import { spec, texts } from './detail.texts.ts'
import { contract, FILE, openFile, READ } from './testing/open-file.tsx'

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const failure = refusal(500, 'unknown', 'Broken')

describe('the panel of a file', () => {
  test('says what is known, and holds the place of what is not', async () => {
    openFile(contract({ versions: [], version_count: 0, size: 494_182 }))
    expect(await screen.findByRole('heading', { name: 'Contract.txt' })).toBeTruthy()
    expect(screen.getByText('In Review')).toBeTruthy()
    expect(screen.getByText(/482.6 KB/)).toBeTruthy()
    expect(screen.getAllByText(spec.none)).toHaveLength(4)
    expect(screen.getByText(spec.unknown)).toBeTruthy()
    expect(screen.getByText(spec.noRelated)).toBeTruthy()
    expect(screen.getByText(spec.noVersions)).toBeTruthy()
  })

  test('offers a download only of what can be downloaded', async () => {
    const { becomes } = openFile(contract())
    expect(await button(spec.download)).toBeTruthy()
    await becomes(contract({ downloadable: false }))
    await waitFor(() => expect(screen.queryByRole('button', { name: spec.download })).toBeNull())
    expect(screen.getByRole('button', { name: texts.copyLink })).toBeTruthy()
  })

  test('previews, steps to the next file by arrows, and closes', async () => {
    const { onPreview, onStep, onClose } = openFile(contract())
    fireEvent.click(await button(texts.preview))
    expect(onPreview).toHaveBeenCalledWith(contract().id)
    fireEvent.click(await button(texts.previewVersion(1)))
    expect(onPreview).toHaveBeenLastCalledWith(contract().id, 1)
    for (const key of ['ArrowUp', 'ArrowDown', 'Escape']) expect(pressPageKey(key)).toBe(true)
    expect(onStep.mock.calls).toEqual([[-1], [1]])
    expect(onClose).toHaveBeenCalledOnce()
  })

  test('that did not come can be asked for again; one that is gone says so', async () => {
    const first = openFile(undefined, { [READ]: failure })
    expect(await screen.findByText(texts.failed)).toBeTruthy()
    first.server.change(READ, { body: contract() })
    fireEvent.click(await button('Try Again'))
    expect(await screen.findByRole('heading', { name: 'Contract.txt' })).toBeTruthy()
    first.unmount()
    openFile(undefined)
    expect(await screen.findByText(texts.goneTitle)).toBeTruthy()
  })

  test('changes nothing for whoever may only look', async () => {
    openFile(contract({ can: { manage: false, decide: false, purge: false } }), {}, 'viewer')
    await screen.findByRole('heading', { name: 'Contract.txt' })
    fireEvent.click(await button(texts.more))
    const offered = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
    expect(offered).toEqual(['PreviewSpace', 'Download', 'Copy link'])
    for (const name of [texts.editClient, texts.newVersion, texts.addDescription, texts.restoreVersion(1)])
      expect(screen.queryByRole('button', { name })).toBeNull()
  })
})

describe('what is said about a file', () => {
  const PATCH = `PATCH ${FILE}`

  test('is changed in its place, with the version that was read', async () => {
    const { server } = openFile(contract(), { [PATCH]: { body: contract({ description: 'Signed copy', version: 2 }) } })
    fireEvent.click(await button(texts.addDescription))
    fireEvent.change(screen.getByLabelText(texts.description), { target: { value: ' Signed copy ' } })
    fireEvent.click(await button(texts.save))
    await waitFor(() => expect(server.sent(PATCH)).toEqual([{ description: 'Signed copy', version: 1 }]))
  })

  test('is not written over what somebody else has said meanwhile', async () => {
    const { toasts } = openFile(contract(), { [PATCH]: refusal(409, 'stale_version', 'Changed') })
    fireEvent.click(await button(texts.addDescription))
    fireEvent.change(screen.getByLabelText(texts.description), { target: { value: 'Mine' } })
    fireEvent.click(await button(texts.save))
    await waitFor(() => expect(toasts).toMatchObject([{ title: texts.notChanged, description: texts.changedByOthers }]))
    expect(screen.getByLabelText(texts.description)).toHaveProperty('value', 'Mine')
  })

  test('what somebody else said while one typed is told of first, and written over by a second press', async () => {
    const said = contract({ description: 'Theirs', version: 2 })
    const { server, toasts, becomes } = openFile(contract(), { [PATCH]: { body: said } })
    fireEvent.click(await button(texts.addDescription))
    fireEvent.change(screen.getByLabelText(texts.description), { target: { value: 'Mine' } })
    await act(() => becomes(said))
    fireEvent.click(await button(texts.save))
    await waitFor(() => expect(toasts).toMatchObject([{ description: texts.nowSays('Theirs') }]))
    expect(server.sent(PATCH)).toEqual([])
    fireEvent.click(await button(texts.save))
    await waitFor(() => expect(server.sent(PATCH)).toEqual([{ description: 'Mine', version: 2 }]))
  })

  test('a form that nothing was typed into writes nothing over what others said', async () => {
    const { server, becomes } = openFile(contract({ description: 'Ours' }))
    fireEvent.click(await button(texts.editDescription))
    await act(() => becomes(contract({ description: 'Theirs', version: 2 })))
    fireEvent.click(await button(texts.save))
    expect(await screen.findByText('Theirs')).toBeTruthy()
    expect(server.sent(PATCH)).toEqual([])
  })

  test('has a name that cannot be nothing, and keeps its ending', async () => {
    const { server } = openFile(contract(), { [PATCH]: { body: contract({ name: 'Final.txt' }) } })
    fireEvent.click(await button(texts.more))
    fireEvent.click(await screen.findByRole('menuitem', { name: texts.rename }))
    const name = await screen.findByLabelText(texts.name)
    fireEvent.change(name, { target: { value: ' ' } })
    fireEvent.click(await button(texts.save))
    expect(await screen.findByText(texts.nameMissing)).toBeTruthy()
    fireEvent.change(name, { target: { value: 'Final' } })
    fireEvent.click(await button(texts.save))
    await waitFor(() => expect(server.sent(PATCH)).toEqual([{ name: 'Final.txt', version: 1 }]))
  })
})

describe('the client of a file', () => {
  test('is changed in its place', async () => {
    const PATCH = `PATCH ${FILE}`
    const { server } = openFile(contract(), {
      'GET /v1/clients/?limit=20': { body: { data: [], pagination: { next_cursor: null } } },
      'GET /v1/clients/?search=Vale&limit=20': { body: { data: [], pagination: { next_cursor: null } } },
      [PATCH]: { body: contract({ version: 2 }) },
    })
    fireEvent.click(await button(texts.editClient))
    fireEvent.change(screen.getByLabelText(/^Client/), { target: { value: ' Vale ' } })
    fireEvent.click(await button(texts.save))
    await waitFor(() => expect(server.sent(PATCH)).toEqual([{ client_id: 'Vale', version: 1 }]))
  })
})

describe('processing', () => {
  const { processing } = contract()
  const words = texts.processing

  test.each([
    [{ state: 'quarantined' }, words.quarantined],
    [{ state: 'quarantined', version_number: 3 }, words.newer(3)],
    [{ state: 'infected', problem: 'Eicar was found in it.' }, words.infected],
    [{ state: 'failed', problem: 'The file was lost.' }, words.failed],
  ] as const)('%o is told in plain words', async (more, title) => {
    openFile(contract({ processing: { ...processing, ...more } }))
    expect(await screen.findByText(title)).toBeTruthy()
    if ('problem' in more) expect(screen.getByText(more.problem)).toBeTruthy()
  })

  test('that failed in part is tried once more', async () => {
    const RETRY = `POST ${FILE}retry/`
    const failed = { ...processing, text: 'failed' as const, can_retry: true }
    const { server, toasts } = openFile(contract({ processing: failed }), { [RETRY]: failure })
    fireEvent.click(await button(texts.retry))
    await waitFor(() => expect(toasts).toMatchObject([{ title: texts.notRetried }]))
    server.change(RETRY, { body: contract() })
    fireEvent.click(await button(texts.retry))
    await waitFor(() => expect(toasts.at(-1)).toMatchObject({ title: texts.retried }))
  })
})

describe('an old version', () => {
  const RESTORE = `POST ${FILE}versions/1/restore/`
  const ask = async () => {
    fireEvent.click(await button(texts.restoreVersion(1)))
    const dialog = await screen.findByRole('alertdialog', { name: texts.restoreTitle(1) })
    expect(within(dialog).getByText(texts.restoring(3))).toBeTruthy()
    fireEvent.click(within(dialog).getByRole('button', { name: texts.restoreVersion(1) }))
  }

  test('is restored after a question', async () => {
    const { server, toasts } = openFile(contract(), { [RESTORE]: { body: contract() } })
    await ask()
    await waitFor(() => expect(server.sent(RESTORE)).toHaveLength(1))
    await waitFor(() => expect(toasts).toMatchObject([{ title: texts.restored(1) }]))
  })

  test('that was not restored says why', async () => {
    const { toasts } = openFile(contract(), { [RESTORE]: refusal(409, 'not_clean', 'It was not found clean') })
    await ask()
    await waitFor(() =>
      expect(toasts).toMatchObject([{ title: texts.notRestored, description: 'It was not found clean' }]),
    )
  })
})
