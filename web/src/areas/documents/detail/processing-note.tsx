import type { DocumentDetail } from '@throughline/contracts/documents'
import { ShieldAlert, ShieldQuestion, TriangleAlert } from 'lucide-react'
import { useAct } from '../../../shared/use-act.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { useDocumentsRefresh } from '../documents.api.ts'
import { retryFile } from './detail.api.ts'
import { texts } from './detail.texts.ts'

const processingTexts = texts.processing

/** What is done to the newest version, or what came of it, in plain words. */
export function ProcessingNote({ file }: { file: DocumentDetail }) {
  const { processing, current_version } = file
  const { state, version_number, problem } = processing
  const newer = version_number !== current_version
  if (state === 'quarantined')
    return (
      <Banner
        tone="info"
        icon={ShieldQuestion}
        title={newer ? processingTexts.newer(version_number) : processingTexts.quarantined}
      >
        {newer ? processingTexts.newerNote(current_version) : processingTexts.quarantinedNote}
      </Banner>
    )
  if (state === 'infected')
    return (
      <Banner
        tone="danger"
        icon={ShieldAlert}
        title={newer ? processingTexts.newerInfected(version_number) : processingTexts.infected}
      >
        <Why problem={problem} note={processingTexts.infectedNote} />
      </Banner>
    )
  if (state === 'failed')
    return (
      <Banner
        tone="danger"
        icon={ShieldAlert}
        title={newer ? processingTexts.newerFailed(version_number) : processingTexts.failed}
      >
        <Why problem={problem} note={processingTexts.failedNote} />
      </Banner>
    )
  const { thumbnail, text, pages, ocr, preview } = processing
  const steps = [thumbnail, text, pages, ocr, preview]
  if (steps.includes('failed')) return <Partly file={file} />
  return steps.includes('waiting') && <p className="text-xs text-fg-3">{processingTexts.reading}</p>
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
      title={processingTexts.partly}
      action={
        file.can.manage &&
        file.processing.can_retry && (
          <Button size="sm" busy={busy !== undefined} onClick={() => void retry()}>
            {texts.retry}
          </Button>
        )
      }
    >
      <Why problem={file.processing.problem} note={processingTexts.partlyNote} />
    </Banner>
  )
}
