import { useQuery } from '@tanstack/react-query'
import type { Preview, PreviewRun } from '@throughline/contracts/document-preview'
import type { DocumentDetail } from '@throughline/contracts/documents'
import { serverMessageOf } from '../../../../shared/server-message.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../../ui/dialog.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Loading, Skeleton } from '../../../../ui/skeleton.tsx'
import { previewQuery } from '../../preview/preview.api.ts'
import { texts as decisionTexts } from '../decision.texts.ts'
import { CompareFacts } from './compare-facts.tsx'
import { CompareText } from './compare-text.tsx'

const runsText = (runs: readonly PreviewRun[]) => runs.map(({ text }) => text).join('')

const cellsText = (rows: readonly (readonly string[])[]) => rows.map((cells) => cells.join(' · '))

/** What a preview says, line by line; undefined where it says nothing in words. */
function linesOf(preview: Preview): string[] | undefined {
  if (preview.kind === 'text') return preview.text.split(/\r?\n/)
  if (preview.kind === 'table') return preview.sheets.flatMap(({ name, rows }) => [name, ...cellsText(rows)])
  if (preview.kind !== 'words') return undefined
  return preview.blocks.flatMap((block) => (block.kind === 'table' ? cellsText(block.rows) : [runsText(block.runs)]))
}

/** Whether only the beginning was read. */
const isCut = (preview: Preview): boolean =>
  preview.kind === 'table'
    ? preview.sheets.some(({ cut }) => cut)
    : (preview.kind === 'text' || preview.kind === 'words') && preview.cut

const pagesOf = (preview: Preview): number | null => (preview.kind === 'pdf' ? preview.pages : null)

const texts = decisionTexts.compare
const WIDTH = 860

type CompareDialogProps = { file: DocumentDetail; from: number; to: number; onClose: () => void }

/** Two versions of a file: word by word where there are words, else what is known of each. */
export function CompareDialog({ file, from, to, onClose }: CompareDialogProps) {
  const before = useQuery(previewQuery(file.id, from))
  const after = useQuery(previewQuery(file.id, to))
  const error = before.error ?? after.error
  return (
    <Dialog
      onClose={onClose}
      width={WIDTH}
      title={texts.title(from, to)}
      note={<span translate="no">{file.name}</span>}
      footer={
        <DialogClose>
          <Button data-first>{texts.close}</Button>
        </DialogClose>
      }
    >
      {before.data && after.data ? (
        <Compared
          file={file}
          before={{ number: from, preview: before.data.preview }}
          after={{ number: to, preview: after.data.preview }}
        />
      ) : error ? (
        <ErrorBlock
          title={texts.failed}
          hint={serverMessageOf(error)}
          retrying={before.isFetching || after.isFetching}
          onRetry={() => {
            void before.refetch()
            void after.refetch()
          }}
        />
      ) : (
        <Loading label={texts.loading} className="space-y-3 py-2">
          {['w-2/3', 'w-full', 'w-5/6', 'w-1/2'].map((width) => (
            <Skeleton key={width} className={`h-3 ${width}`} />
          ))}
        </Loading>
      )}
    </Dialog>
  )
}

type Side = { number: number; preview: Preview }

function Compared({ file, before, after }: { file: DocumentDetail; before: Side; after: Side }) {
  const version = (number: number) => file.versions.find(({ version_number }) => version_number === number)
  const [old, fresh] = [version(before.number), version(after.number)]
  const [was, is] = [linesOf(before.preview), linesOf(after.preview)]
  const sameBytes = old?.sha256 !== null && old?.sha256 === fresh?.sha256
  return (
    <div className="space-y-5">
      {old && fresh && (
        <CompareFacts
          before={{ ...old, pages: pagesOf(before.preview) }}
          after={{ ...fresh, pages: pagesOf(after.preview) }}
        />
      )}
      {sameBytes ? (
        <p className="text-sm text-fg-2">{texts.same}</p>
      ) : was && is ? (
        <CompareText before={was} after={is} cut={isCut(before.preview) || isCut(after.preview)} />
      ) : (
        <p className="text-sm text-fg-2">{texts.noText}</p>
      )}
    </div>
  )
}
