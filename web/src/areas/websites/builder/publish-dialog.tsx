import { useQuery } from '@tanstack/react-query'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { MemberId } from '@throughline/contracts/ids'
import { MAX_PAGE_BYTES, type Website, type WebsiteChange } from '@throughline/contracts/websites'
import { useState } from 'react'
import { listText } from '../../../shared/format/list-text.ts'
import { sizeText } from '../../../shared/format/size.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { texts as builderTexts } from '../builder.texts.ts'
import { websiteWeightsQuery } from '../websites.api.ts'
import { changeText, problemText, textChange } from './problem-text.ts'

const texts = builderTexts.publishing

type PublishDialogProps = {
  website: Website
  user: CurrentUser
  busy: boolean
  onPublish: (include: MemberId[]) => void
  onClose: () => void
}

/** What goes public, by whom, and what stands in the way. */
export function PublishDialog({ website, user, busy, onPublish, onClose }: PublishDialogProps) {
  const others = website.authors.filter(({ id }) => id !== user.member_id)
  const asked = others
    .map(({ id }) => id)
    .toSorted()
    .join(' ')
  // Agreed to for these people: when somebody else's changes arrive meanwhile, it is asked again.
  const [agreedTo, setAgreedTo] = useState('')
  const isAgreed = agreedTo === asked
  const errors = website.problems.filter(({ level }) => level === 'error')
  const warnings = website.problems.filter(({ level }) => level === 'warning')
  const { heavy, largest } = useWeights(website)
  const isBlocked = errors.length > 0 || !isAgreed
  return (
    <Dialog
      title={texts.title}
      note={texts.note}
      onClose={onClose}
      cancelLabel={texts.keep}
      action={{
        label: texts.publish,
        busy,
        disabled: isBlocked,
        onClick: () => onPublish(website.authors.map(({ id }) => id)),
      }}
    >
      <Problems title={texts.fixFirst} problems={errors.map(problemText)} />
      <Problems title={texts.worthALook} problems={[...warnings.map(problemText), ...heavy]} />
      <ChangeList changes={website.changes} />
      {largest && <p className="mt-4 text-sm text-fg-2">{largest}</p>}
      {others.length > 0 && (
        <label className="mt-4 flex items-start gap-2 text-sm">
          <input
            type="checkbox"
            checked={isAgreed}
            onChange={(event) => setAgreedTo(event.target.checked ? asked : '')}
            className="mt-1"
          />
          {texts.others(listText(others.map(({ name }) => name)))}
        </label>
      )}
    </Dialog>
  )
}

/** Pages that are slow to arrive, and how large the largest is where none of them is. */
function useWeights(website: Website) {
  const { data = [] } = useQuery(websiteWeightsQuery(website))
  const weights = data
    .map(({ page, bytes }) => ({ bytes, title: website.pages.find(({ id }) => id === page)?.title ?? '' }))
    .toSorted((one, other) => other.bytes - one.bytes)
  const heavy = weights.filter(({ bytes }) => bytes > MAX_PAGE_BYTES)
  const [largest] = weights
  return {
    heavy: heavy.map(({ title, bytes }) => texts.heavy(title, sizeText(bytes), sizeText(MAX_PAGE_BYTES))),
    largest: heavy.length === 0 && largest && texts.largest(largest.title, sizeText(largest.bytes)),
  }
}

export function ChangeList({ changes }: { changes: readonly WebsiteChange[] }) {
  return (
    <ul className="space-y-1 text-sm">
      {changes.map((change, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the list does not change while it is shown
        <li key={at} className="flex gap-2">
          <span className="w-18 shrink-0 text-fg-3">{texts[change.kind]}</span>
          <span translate="no" className="min-w-0 flex-1">
            <span className="block truncate">{changeText(change)}</span>
            <TextChange change={change} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function TextChange({ change }: { change: WebsiteChange }) {
  const text = textChange(change)
  return (
    text && (
      <span className="line-clamp-2 text-xs text-fg-2">
        <del>{text.old}</del> → <ins className="no-underline">{text.now}</ins>
      </span>
    )
  )
}

function Problems({ title, problems }: { title: string; problems: readonly string[] }) {
  if (problems.length === 0) return null
  return (
    <section className="mb-4 rounded-md border bg-surface-2 px-3 py-2 text-sm">
      <h3 className="font-medium">{title}</h3>
      <ul className="mt-1 list-disc space-y-0.5 pl-5">
        {[...new Set(problems)].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  )
}
