import { useMemo } from 'react'
import { cn } from '../../../../ui/cn.ts'
import { texts as decisionTexts } from '../decision.texts.ts'
import { type DiffPart, diffLines, foldSame } from './diff-lines.ts'

const texts = decisionTexts.compare

type CompareTextProps = { before: readonly string[]; after: readonly string[]; cut: boolean }

/** The text as it is now, with what was taken out and what was added. */
export function CompareText({ before, after, cut }: CompareTextProps) {
  const { parts, removed, added } = useMemo(() => {
    const diff = diffLines(before, after)
    return { ...diff, parts: foldSame(diff.lines) }
  }, [before, after])
  if (removed + added === 0) return <p className="text-sm text-fg-2">{texts.sameText}</p>
  return (
    <section aria-label={texts.text}>
      <p className="mb-2 text-sm font-medium">{texts.lines(removed, added)}</p>
      {cut && <p className="mb-2 text-sm text-fg-3">{texts.cut}</p>}
      <ol
        translate="no"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
        tabIndex={0}
        className="max-h-96 overflow-auto rounded-md border font-mono text-xs leading-5"
      >
        {parts.map((part, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- a line is nothing but its place
          <Line key={place} part={part} />
        ))}
      </ol>
    </section>
  )
}

const looks = {
  same: { mark: '', look: '', word: '' },
  removed: { mark: '−', look: 'bg-danger-bg text-danger-fg', word: texts.removed },
  added: { mark: '+', look: 'bg-success-bg text-success-fg', word: texts.added },
}

function Line({ part }: { part: DiffPart }) {
  if (part.kind === 'folded')
    return <li className="border-y bg-surface-2 px-3 py-0.5 font-sans text-fg-3">{texts.unchanged(part.count)}</li>
  const { mark, look, word } = looks[part.kind]
  return (
    <li className={cn('flex gap-2 px-3', look)}>
      <span aria-hidden className="w-3 shrink-0 select-none">
        {mark}
      </span>
      {word && <span className="sr-only">{word}: </span>}
      <span
        dir="auto"
        className={cn('min-w-0 break-words whitespace-pre-wrap', part.kind === 'removed' && 'line-through')}
      >
        {part.text || '\u00a0'}
      </span>
    </li>
  )
}
