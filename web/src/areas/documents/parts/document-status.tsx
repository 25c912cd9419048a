import type { Document } from '@throughline/contracts/documents'
import { ShieldAlert, ShieldQuestion, TriangleAlert } from 'lucide-react'
import { StatusGlyph } from '../../../ui/status-glyph.tsx'
import { StatusPill } from '../../../ui/status-pill.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Tooltip } from '../../../ui/tooltip.tsx'
import { spec, texts } from '../documents.texts.ts'

type Looked = Pick<Document, 'status' | 'approval' | 'processing' | 'current_version'>

const stateTexts = texts.states

/** What stands in the way of using it as its status says. */
function trouble({ approval, processing }: Looked) {
  const { state } = processing
  if (state === 'infected') return { icon: ShieldAlert, word: stateTexts.infected, tone: 'text-danger-fg' }
  if (state === 'failed') return { icon: ShieldAlert, word: stateTexts.failed, tone: 'text-danger-fg' }
  if (state === 'quarantined') return { icon: ShieldQuestion, word: stateTexts.quarantined, tone: 'text-fg-3' }
  if (approval?.state === 'changed') return { icon: TriangleAlert, word: stateTexts.changed, tone: 'text-warning-fg' }
  return undefined
}

/** Nobody can open it: how far its check is says more than its status. A newer version that is checked holds nothing. */
function heldState({ processing: { state, version_number }, current_version }: Looked) {
  return state === 'clean' || version_number !== current_version ? undefined : state
}

/** One glyph for the status, before it another where something is the matter; both say their words to the ears. */
export function DocumentGlyphs({ document, size = 14 }: { document: Looked; size?: number }) {
  return (
    <span className="inline-flex shrink-0 items-center gap-1.5">
      <Trouble document={document} size={size} />
      {!heldState(document) && (
        <Tooltip label={spec.statuses[document.status]} repeatsName>
          <span className="inline-flex">
            <StatusGlyph status={document.status} size={size} label={spec.statuses[document.status]} />
          </span>
        </Tooltip>
      )}
    </span>
  )
}

/** The same with the status in words. */
export function DocumentState({ document }: { document: Looked }) {
  const held = heldState(document)
  return (
    <span className="inline-flex shrink-0 items-center gap-1.5">
      <Trouble document={document} size={14} />
      {held ? (
        <span className="whitespace-nowrap text-fg-2">{stateTexts.held[held]}</span>
      ) : (
        <StatusPill plain status={document.status} label={spec.statuses[document.status]} />
      )}
    </span>
  )
}

/** Of one document that is looked at. */
export function DocumentPill({ document }: { document: Looked }) {
  const held = heldState(document)
  if (!held) return <StatusPill status={document.status} label={spec.statuses[document.status]} />
  const checking = held === 'quarantined'
  return (
    <Tag tone={checking ? 'neutral' : 'danger'} icon={checking ? ShieldQuestion : ShieldAlert}>
      {stateTexts.held[held]}
    </Tag>
  )
}

function Trouble({ document, size }: { document: Looked; size: number }) {
  const found = trouble(document)
  if (!found) return null
  const { icon: Icon, word, tone } = found
  return (
    <Tooltip label={word} repeatsName>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn here, there is no file */}
      <span role="img" aria-label={word} className={tone}>
        <Icon size={size} strokeWidth={2} aria-hidden />
      </span>
    </Tooltip>
  )
}
