import { useExpressionScope } from '../../../../shared/expressions/scope.ts'
import { Tag } from '../../../../ui/tag.tsx'

const EXPRESSION = /\{\{\s*(.*?)\s*\}\}/s
const VARIABLE = /^vars\.\??([a-z_][a-z0-9_]*)(?:\.orValue\([^)]*\))?$/

export const hasExpression = (text: string) => EXPRESSION.test(text)

/** A text as it will read, with a chip in the place of each variable. */
export function TemplateText({ text }: { text: string }) {
  const { labels } = useExpressionScope()
  // Every second part is an expression.
  const parts = text.split(new RegExp(EXPRESSION, 'gs'))
  return (
    <span translate="no" className="block text-sm break-words whitespace-pre-wrap">
      {parts.map((part, n) => {
        if (n % 2 === 0) return part
        const [, name] = VARIABLE.exec(part) ?? []
        return (
          <Tag key={n} tone="accent" className="align-baseline">
            {name === undefined ? <code className="font-mono text-2xs">{part}</code> : labels.variable(name)}
          </Tag>
        )
      })}
    </span>
  )
}
