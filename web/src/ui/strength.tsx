import { Check, Circle } from 'lucide-react'
import { cn } from './cn.ts'
import { uiTexts } from './ui.texts.ts'

type StrengthRule = { text: string; met: boolean; required?: boolean }

const BARS = [1, 2, 3, 4] as const

const LOOKS = [
  ['bg-danger-mark', 'text-danger-fg'],
  ['bg-danger-mark', 'text-danger-fg'],
  ['bg-warning-mark', 'text-warning-fg'],
  ['bg-success-mark', 'text-success-fg'],
  ['bg-success-mark', 'text-success-fg'],
] as const

type StrengthProps = {
  rules: readonly StrengthRule[]
  /** Nothing has been typed yet, so nothing is judged. */
  untouched?: boolean
}

/** Advice on a password: four bars, a word, the rules. A required rule that is not met keeps it at "Too short". */
export function Strength({ rules, untouched = false }: StrengthProps) {
  const blocked = rules.some((rule) => rule.required && !rule.met)
  const score = blocked ? 0 : Math.min(rules.filter((rule) => rule.met).length, BARS.length)
  const [bar, word] = LOOKS[score] ?? LOOKS[0]
  return (
    <div className="mt-2.5">
      <div className="flex items-center gap-3">
        <span aria-hidden className="flex flex-1 gap-1">
          {BARS.map((step) => (
            <span key={step} className={cn('h-1 flex-1 rounded-full', step <= score ? bar : 'bg-(--viz-track)')} />
          ))}
        </span>
        <output className={cn('min-h-4 w-16 text-right text-xs font-medium', word)}>
          {!untouched && (
            <>
              <span className="sr-only">{uiTexts.passwordStrength} </span>
              {uiTexts.strength[score]}
            </>
          )}
        </output>
      </div>
      <ul className="mt-2 grid grid-cols-2 gap-x-4 gap-y-1 text-xs">
        {rules.map((rule) => (
          <Rule key={rule.text} {...rule} />
        ))}
      </ul>
    </div>
  )
}

function Rule({ text, met, required }: StrengthRule) {
  return (
    <li className={cn('flex items-center gap-1.5', required && 'col-span-2', met ? 'text-fg-2' : 'text-fg-3')}>
      {met ? (
        <Check size={13} strokeWidth={2.6} aria-hidden className="text-success-fg" />
      ) : (
        <Circle size={9} aria-hidden className="mx-0.5" />
      )}
      <span className="sr-only">{met ? uiTexts.ruleMet : uiTexts.ruleNotMet} </span>
      {text}
    </li>
  )
}
