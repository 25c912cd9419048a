import type { Preview } from '@throughline/contracts/document-preview'
import type { DocumentDetail } from '@throughline/contracts/documents'
import { Ban, Clock, FileQuestion, FileX2, ShieldAlert, ShieldQuestion } from 'lucide-react'
import { useAct } from '../../../shared/use-act.ts'
import { Button } from '../../../ui/button.tsx'
import { retryFile } from '../detail/detail.api.ts'
import { useDocumentsRefresh } from '../documents.api.ts'
import { texts } from './preview.texts.ts'
import { type Explanation, Instead } from './states.tsx'

type Reason = Extract<Preview, { kind: 'none' }>['reason']

function withheld(file: DocumentDetail | undefined, version: number): Explanation {
  const one = file?.versions.find(({ version_number }) => version_number === version)
  const problem = one?.problem ?? file?.processing.problem
  const state = one?.state ?? file?.processing.state
  if (state === 'infected') return { icon: ShieldAlert, title: texts.infected, hint: problem ?? texts.infectedHint }
  if (state === 'failed') return { icon: Ban, title: texts.unchecked, hint: problem ?? texts.uncheckedHint }
  return { icon: ShieldQuestion, title: texts.quarantined, hint: texts.quarantinedHint }
}

function explanationOf(reason: Reason, file: DocumentDetail | undefined, version: number): Explanation {
  if (reason === 'waiting') return { icon: Clock, title: texts.waiting, hint: texts.waitingHint }
  if (reason === 'failed') return { icon: FileX2, title: texts.unread, hint: file?.processing.problem ?? undefined }
  if (reason === 'withheld') return withheld(file, version)
  return { icon: FileQuestion, title: texts.unsupported }
}

type NothingProps = {
  reason: Reason
  version: number
  file: DocumentDetail | undefined
  onDownload: (() => void) | undefined
}

/** Why there is nothing to see, and what can be done about it. */
export function NoPreview({ reason, version, file, onDownload }: NothingProps) {
  const explanation = explanationOf(reason, file, version)
  const again = file?.processing.can_retry && file.can.manage && file.processing.version_number === version
  return (
    <Instead {...explanation} onDownload={reason === 'withheld' ? undefined : onDownload}>
      {again && (reason === 'failed' || reason === 'withheld') && <Retry documentId={file.id} />}
    </Instead>
  )
}

function Retry({ documentId }: { documentId: string }) {
  const { busy, run } = useAct({ refresh: useDocumentsRefresh() })
  const retry = () => run({ call: () => retryFile(documentId), failed: texts.notRetried })
  return (
    <Button variant="primary" busy={busy !== undefined} onClick={() => void retry()}>
      {texts.retry}
    </Button>
  )
}
