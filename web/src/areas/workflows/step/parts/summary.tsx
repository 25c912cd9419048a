import type { Wanted } from '@throughline/flow/compile'
import type { ReactNode } from 'react'
import { texts } from '../../../../shared/expressions/expressions.texts.ts'
import type { ReadingPart } from '../../../../shared/expressions/reading.ts'
import { useReading } from '../../../../shared/expressions/scope.ts'

/** What the settings above mean, in one sentence. */
export function Summary({ children, code }: { children: ReactNode; code?: string }) {
  return (
    <p className="rounded-sm bg-surface-2 px-2.5 py-1.5 text-xs text-fg-2">
      <span className="font-medium text-fg">{texts.reads} </span>
      {children}
      {code !== undefined && (
        <code translate="no" className="mt-0.5 block font-mono text-2xs break-words text-fg-3">
          {code}
        </code>
      )}
    </p>
  )
}

/** A plain reading; names and values stand out. */
export function ReadingText({ parts }: { parts: readonly ReadingPart[] }) {
  return parts.map(({ text, strong }, n) => (
    <span key={n} className={strong && 'font-medium text-fg'}>
      {n > 0 && !/^[,)]/.test(text) && parts[n - 1]?.text !== '(' && ' '}
      {text}
    </span>
  ))
}

type ExpressionSummaryProps = { text: string; wanted: Wanted; withCode?: boolean }

/** What an expression means, where that can be said plainly. */
export function ExpressionSummary({ text, wanted, withCode }: ExpressionSummaryProps) {
  const parts = useReading(text, wanted)
  return (
    parts && (
      <Summary {...(withCode && { code: text })}>
        <ReadingText parts={parts} />
      </Summary>
    )
  )
}
