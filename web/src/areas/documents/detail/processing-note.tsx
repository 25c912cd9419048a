import type { DocumentDetail } from '@throughline/contracts/documents'
import { ShieldAlert, ShieldQuestion, TriangleAlert } from 'lucide-react'
import { useAct } from '../../../shared/use-act.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { useDocumentsRefresh } from '../documents.api.ts'
import { retryFile } from './detail.api.ts'
import { texts } from './detail.texts.ts'

const { processing: notes } = texts

/** What is done to the newest version, or what came of it, in plain words. */
export function ProcessingNote({ file }: { file: DocumentDetail }) {
  const { processing, current_version } = file
  const { state, version_number, problem } = processing
  const newer = version_number !== current_version
  if (state === 'quarantined')
    return (
      <Banner tone="info" icon={ShieldQuestion} title={newer ? notes.newer(version_number) : notes.quarantined}>
        {newer ? notes.newerNote(current_version) : notes.quarantinedNote}
      </Banner>
    )
  if (state === 'infected' || state === 'failed') {
    const ofNewer = state === 'infected' ? notes.newerInfected : notes.newerFailed
    return (
      <Banner tone="danger" icon={ShieldAlert} title={newer ? ofNewer(version_number) : notes[state]}>
        <Why problem={problem} note={state === 'infected' ? notes.infectedNote : notes.failedNote} />
      </Banner>
    )
  }
  const { thumbnail, text, pages, ocr, preview } = processing
  const steps = [thumbnail, text, pages, ocr, preview]
  if (steps.includes('failed')) return <Partly file={file} />
  return steps.includes('waiting') && <p className="text-xs text-fg-3">{notes.reading}</p>
}

/** The server's own words where it knows more. */
const Why = ({ problem, note }: { problem: string | null; note: string }) => (
  <>
    {problem && <span translate="no">{problem} </span>}
    {note}
  </>
)

function Partly({ file }: { file: DocumentDetail }) {
  const { busy, run } = useAct({ refresh: useDocumentsRefresh() })
  const retry = () => run({ call: () => retryFile(file.id), done: texts.retried, failed: texts.notRetried })
  return (
    <Banner
      tone="warning"
      icon={TriangleAlert}
      title={notes.partly}
      action={
        file.can.manage &&
        file.processing.can_retry && (
          <Button size="sm" busy={busy !== undefined} onClick={() => void retry()}>
            {texts.retry}
          </Button>
        )
      }
    >
      <Why problem={file.processing.problem} note={notes.partlyNote} />
    </Banner>
  )
}
