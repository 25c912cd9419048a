import type { DocumentVersion } from '@throughline/contracts/documents'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useZone } from '../../../../shared/current-user.ts'
import { momentText } from '../../../../shared/format/moments.ts'
import { sizeText } from '../../../../shared/format/size.ts'
import { useNow } from '../../../../shared/use-now.ts'
import { cn } from '../../../../ui/cn.ts'
import { Tag } from '../../../../ui/tag.tsx'
import { typeLabel } from '../../preview/type-label.ts'
import { texts as decisionTexts } from '../decision.texts.ts'

const texts = decisionTexts.compare
const SHOWN_OF_HASH = 16

type Side = DocumentVersion & { pages: number | null }

/** What is known of each; what differs stands out. */
export function CompareFacts({ before, after }: { before: Side; after: Side }) {
  const zone = useZone()
  const now = useNow()
  const rows: [name: string, of: (side: Side) => string | null][] = [
    [texts.by, ({ created_by }) => created_by?.name ?? texts.unknown],
    [texts.at, ({ created_at }) => momentText(created_at, zone, now)],
    [texts.type, ({ content_type }) => typeLabel(content_type)],
    [texts.size, ({ size }) => sizeText(size)],
    [texts.pages, ({ pages }) => (pages === null ? null : String(pages))],
    [texts.hash, ({ sha256 }) => sha256?.slice(0, SHOWN_OF_HASH) ?? texts.unknown],
  ]
  return (
    <table className="w-full table-fixed border-separate border-spacing-0 rounded-md border text-sm">
      <caption className="sr-only">{texts.facts}</caption>
      <thead>
        <tr className="text-left">
          <th scope="col" className="w-28 px-3 py-2">
            <span className="sr-only">{texts.facts}</span>
          </th>
          <Version side={before} />
          <Version side={after} />
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, of]) => {
          const [was, is] = [of(before), of(after)]
          if (was === null && is === null) return null
          return (
            <tr key={name}>
              <th scope="row" className="border-t px-3 py-1.5 text-left font-normal text-fg-3">
                {name}
              </th>
              <Value changed={false}>{was}</Value>
              <Value changed={was !== is}>{is}</Value>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function Version({ side }: { side: Side }) {
  return (
    <th scope="col" className="px-3 py-2 font-semibold">
      <span className="tnum inline-flex items-center gap-2">
        {texts.version(side.version_number)}
        {side.is_current && (
          <Tag tone="accent" icon={Check}>
            {texts.current}
          </Tag>
        )}
      </span>
    </th>
  )
}

function Value({ changed, children }: { changed: boolean; children: ReactNode }) {
  return (
    <td translate="no" className={cn('tnum truncate border-t px-3 py-1.5', changed && 'font-medium')}>
      {children}
    </td>
  )
}
