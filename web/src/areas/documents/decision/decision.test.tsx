import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { DocumentDetail } from '@throughline/contracts/documents'
import { describe, expect, test } from 'vitest'
import { refusal } from '../../../shared/testing/fake-server.ts'
import { contract, FILE, openFile, preview } from '../detail/testing/open-file.tsx'
import { texts } from './decision.texts.ts'

const DECIDE = `POST ${FILE}decision/`
const button = (name: string) => screen.findByRole('button', { name })
const [{ created_by: priya } = { created_by: null }] = contract().versions

/** Approved as version 1, and changed since. */
const changed = (more: Partial<DocumentDetail> = {}) => {
  const said = { by: priya, at: '2026-11-12T11:00:00Z', comment: 'Good', version_number: 1 }
  return contract({
    approval: { ...said, state: 'changed', verdict: 'approve', sha256: 'a'.repeat(64) },
    decisions: [{ ...said, verdict: 'approve', task_id: null }],
    ...more,
  })
}

describe('a decision about a file', () => {
  test('names the version and the bytes that are shown', async () => {
    const approved = contract({ status: 'approved' })
    const { server, toasts } = openFile(contract(), { [DECIDE]: { body: approved } })
    fireEvent.click(await button(texts.approve(2)))
    await waitFor(() =>
      expect(server.sent(DECIDE)).toEqual([
        { decision: 'approve', comment: '', version_number: 2, sha256: 'b'.repeat(64) },
      ]),
    )
    await waitFor(() => expect(toasts).toMatchObject([{ title: texts.approved(2) }]))
  })

  test('is never shown before the server has it', async () => {
    const { toasts } = openFile(contract(), { [DECIDE]: 'silent' })
    const approve = await button(texts.approve(2))
    fireEvent.click(approve)
    await waitFor(() => expect(approve.getAttribute('aria-busy')).toBe('true'))
    expect(toasts).toEqual([])
  })

  test('to reject needs a comment', async () => {
    const { server } = openFile(contract(), { [DECIDE]: { body: contract() } })
    fireEvent.click(await button(texts.reject))
    expect(screen.getByText(texts.commentMissing)).toBeTruthy()
    expect(server.sent(DECIDE)).toHaveLength(0)
    fireEvent.change(screen.getByLabelText(texts.comment), { target: { value: ' Old rate ' } })
    fireEvent.click(await button(texts.reject))
    await waitFor(() => expect(server.sent(DECIDE)).toMatchObject([{ decision: 'reject', comment: 'Old rate' }]))
  })

  test('about bytes that were changed meanwhile is asked again, for the version there is now', async () => {
    const { server } = openFile(contract(), { [DECIDE]: refusal(409, 'changed', 'The document was changed') })
    const approve = await button(texts.approve(2))
    server.change(`GET ${FILE}`, { body: contract({ current_version: 3, sha256: 'c'.repeat(64) }) })
    fireEvent.click(approve)
    expect(await screen.findByText(texts.changedMeanwhile(3))).toBeTruthy()
    server.change(DECIDE, { body: contract({ status: 'approved', current_version: 3 }) })
    fireEvent.click(await button(texts.approve(3)))
    await waitFor(() => expect(server.sent(DECIDE).at(-1)).toMatchObject({ version_number: 3, sha256: 'c'.repeat(64) }))
  })

  test('about a version that came before the press needs a second one', async () => {
    const third = contract({ status: 'review', current_version: 3, sha256: 'c'.repeat(64) })
    const { server, becomes } = openFile(contract({ status: 'review' }), { [DECIDE]: { body: third } })
    await button(texts.approve(2))
    await act(() => becomes(third))
    expect(await screen.findByText(texts.changedMeanwhile(3))).toBeTruthy()
    fireEvent.click(await button(texts.approve(3)))
    expect(screen.getByText(texts.pressAgain)).toBeTruthy()
    expect(server.sent(DECIDE)).toHaveLength(0)
    fireEvent.click(await button(texts.approve(3)))
    await waitFor(() => expect(server.sent(DECIDE)).toMatchObject([{ version_number: 3, sha256: 'c'.repeat(64) }]))
  })

  test('that was not answered keeps the words and says so', async () => {
    const { toasts } = openFile(contract(), { [DECIDE]: 'unreachable' })
    fireEvent.change(await screen.findByLabelText(texts.comment), { target: { value: 'Fine' } })
    fireEvent.click(await button(texts.approve(2)))
    await waitFor(() => expect(toasts).toMatchObject([{ title: texts.notDecided }]))
    expect(screen.getByLabelText(texts.comment)).toHaveProperty('value', 'Fine')
  })
})

describe('changed since it was approved', () => {
  test('is said with who, which version and when; the old decision stays with its version', async () => {
    openFile(changed())
    expect(await screen.findByText(texts.changedSince('Maya Okafor'))).toBeTruthy()
    expect(screen.getByText(/approved version 1/)).toBeTruthy()
    expect(screen.getByText('Good')).toBeTruthy()
    expect(await button(texts.approve(2))).toBeTruthy()
  })

  test('shows what was taken out and added', async () => {
    openFile(changed(), { ...preview(1, 'Fee\n165\nMonthly'), ...preview(2, 'Fee\n145\nMonthly') })
    fireEvent.click(await button(texts.showChanges))
    const list = await screen.findByRole('region', { name: texts.compare.text })
    expect(screen.getByText(texts.compare.lines(1, 1))).toBeTruthy()
    expect(list.textContent).toContain(`${texts.compare.removed}: 165`)
    expect(list.textContent).toContain(`${texts.compare.added}: 145`)
  })

  test('that cannot be compared says so, and can be tried again', async () => {
    const { server } = openFile(changed(), preview(2, 'Fee'))
    fireEvent.click(await button(texts.showChanges))
    expect(await screen.findByText(texts.compare.failed)).toBeTruthy()
    const [[call, answer] = ['', {}]] = Object.entries(preview(1, 'Fee'))
    server.change(call, answer)
    fireEvent.click(await button('Try Again'))
    expect(await screen.findByText(texts.compare.sameText)).toBeTruthy()
  })
})
