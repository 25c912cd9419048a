import type { CurrentUser } from '@throughline/contracts/auth'
import type { MemberId } from '@throughline/contracts/ids'
import type { Website, WebsiteChange } from '@throughline/contracts/websites'
import { useState } from 'react'
import { listText } from '../../../shared/format/list-text.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { texts as builderTexts } from '../builder.texts.ts'
import { type Descriptions, MissingDescriptions, undescribedImages } from './descriptions.tsx'
import { changeText, problemText, textChange } from './problem-text.ts'
import { heavyText, useWeights } from './use-weights.ts'

const texts = builderTexts.publishing

type PublishDialogProps = {
  website: Website
  user: CurrentUser
  busy: boolean
  onPublish: (include: MemberId[], descriptions: Descriptions) => void
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
  const warnings = website.problems.filter(({ level, code }) => level === 'warning' && code !== 'alt_missing')
  const [descriptions, setDescriptions] = useState<Descriptions>(new Map())
  const { weights, heavy } = useWeights(website)
  const [largest] = weights
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
        onClick: () =>
          onPublish(
            website.authors.map(({ id }) => id),
            descriptions,
          ),
      }}
    >
      <Problems title={texts.fixFirst} problems={errors.map(problemText)} />
      <Problems title={texts.worthALook} problems={[...warnings.map(problemText), ...heavy.map(heavyText)]} />
      <ChangeList changes={website.changes} />
      <MissingDescriptions
        websiteId={website.id}
        missing={undescribedImages(website)}
        descriptions={descriptions}
        onChange={setDescriptions}
      />
      {largest && !largest.isHeavy && (
        <p className="mt-4 text-sm text-fg-2">{texts.largest(largest.title, largest.size)}</p>
      )}
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
