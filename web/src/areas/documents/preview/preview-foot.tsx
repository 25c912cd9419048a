import { ChevronLeft, ChevronRight } from 'lucide-react'
import { cn } from '../../../ui/cn.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Kbd } from '../../../ui/kbd.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { texts } from './preview.texts.ts'
import type { PreviewActs } from './preview-keys.ts'
import type { Viewing } from './use-viewing.ts'

type Hint = { keys: readonly string[]; label: string }

const hintsOf = (acts: PreviewActs, many: boolean, pages: boolean): Hint[] => [
  ...(many ? [{ keys: ['←', '→'], label: texts.hints.file }] : []),
  ...(acts.zoom ? [{ keys: ['↑', '↓'], label: pages ? texts.hints.page : texts.hints.scroll }] : []),
  ...(acts.zoom ? [{ keys: ['+', '−'], label: texts.hints.zoom }] : []),
  ...(acts.find ? [{ keys: ['/'], label: texts.hints.find }] : []),
  ...(acts.comment ? [{ keys: ['C'], label: texts.hints.comment }] : []),
  ...(acts.details ? [{ keys: ['I'], label: texts.hints.details }] : []),
  ...(acts.download ? [{ keys: ['D'], label: texts.hints.download }] : []),
  { keys: [texts.keys.escape], label: texts.hints.close },
]

type Steps = { previous: boolean; next: boolean; onStep: (by: 1 | -1) => void }

type PreviewFootProps = Steps & {
  at: number
  of: number
  more: boolean
  viewing: Viewing
  acts: PreviewActs
  /** The file takes all the room: what leads to the others stands here. */
  fills: boolean
}

export function PreviewFoot({ at, of, more, viewing, acts, fills, ...steps }: PreviewFootProps) {
  const { page, pages } = viewing
  const small = fills ? '-mx-3 max-[759px]:mx-0 max-[759px]:size-11!' : 'size-11! min-[760px]:hidden'
  return (
    <div className="flex h-11 shrink-0 items-center gap-5 border-t bg-overlay px-4 text-xs text-fg-3 max-[759px]:h-13 max-[759px]:gap-3 max-[759px]:px-1">
      <ul className="flex min-w-0 gap-5 overflow-hidden max-[759px]:hidden">
        {hintsOf(acts, of > 1, pages > 0).map(({ keys, label }) => (
          <li
            key={label}
            className="inline-flex items-center gap-1.5 whitespace-nowrap max-[1100px]:[&:nth-child(n+5)]:hidden"
          >
            {keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
            {label}
          </li>
        ))}
      </ul>
      <span className="flex-1" />
      <FileStep {...steps} by={-1} className={cn(small, 'max-[759px]:order-first')} />
      {of > 1 && at >= 0 && <span className="tnum whitespace-nowrap">{texts.fileOf(at + 1, of, more)}</span>}
      {pages > 0 && <Tag className="tnum">{texts.pageOf(page, pages)}</Tag>}
      <span className="flex-1 min-[760px]:hidden" />
      <FileStep {...steps} by={1} className={small} />
    </div>
  )
}

const beside = 'absolute top-1/2 -mt-5 max-[759px]:hidden'
const round = 'size-10! rounded-full! border bg-overlay shadow-md'

/** Beside the file; on a phone they stand below it. */
export function StepButtons({ withPages, ...steps }: Steps & { withPages: boolean }) {
  return (
    <>
      <span className={cn(beside, withPages ? 'left-33' : 'left-4')}>
        <FileStep {...steps} by={-1} className={round} />
      </span>
      <span className={cn(beside, 'right-5')}>
        <FileStep {...steps} by={1} className={round} />
      </span>
    </>
  )
}

function FileStep({ previous, next, onStep, by, className }: Steps & { by: 1 | -1; className: string }) {
  const there = by > 0 ? next : previous
  if (!there && !previous && !next) return null
  return (
    <IconButton
      label={by > 0 ? texts.nextFile : texts.previousFile}
      kbd={by > 0 ? '→' : '←'}
      icon={by > 0 ? ChevronRight : ChevronLeft}
      size="lg"
      disabled={!there}
      className={cn(className, !there && 'invisible')}
      onClick={() => onStep(by)}
    />
  )
}
