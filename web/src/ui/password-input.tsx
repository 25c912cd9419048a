import { ArrowBigUpDash, Eye, EyeOff } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { cn } from './cn.ts'
import { Input, type InputProps } from './input.tsx'
import { uiTexts } from './ui.texts.ts'

type PasswordInputProps = Omit<InputProps, 'type' | 'icon' | 'autoComplete'> & {
  autoComplete: 'current-password' | 'new-password'
}

export function PasswordInput({ className, onKeyUp, onBlur, ...rest }: PasswordInputProps) {
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const hintId = useId()
  const watch = (event: KeyboardEvent<HTMLInputElement>) => {
    setCapsLock(event.getModifierState('CapsLock'))
    onKeyUp?.(event)
  }
  const Icon = shown ? EyeOff : Eye
  const describedBy = cn(rest['aria-describedby'], capsLock && hintId)
  return (
    <>
      <span className={cn('relative block', className)}>
        <Input
          spellCheck={false}
          autoCapitalize="none"
          {...rest}
          type={shown ? 'text' : 'password'}
          aria-describedby={describedBy || undefined}
          className="pr-10!"
          onKeyUp={watch}
          onBlur={(event) => {
            setCapsLock(false)
            onBlur?.(event)
          }}
        />
        <button
          type="button"
          aria-pressed={shown}
          aria-label={uiTexts.showPassword}
          onClick={() => setShown(!shown)}
          className="absolute top-1/2 right-1.5 grid size-7 -translate-y-1/2 place-items-center rounded-sm text-fg-3 hover:bg-surface-3 hover:text-fg"
        >
          <Icon size={16} aria-hidden />
        </button>
      </span>
      <output>
        {capsLock && (
          <span id={hintId} className="mt-1.5 flex items-center gap-1.5 text-xs text-warning-fg">
            <ArrowBigUpDash size={14} aria-hidden />
            {uiTexts.capsLock}
          </span>
        )}
      </output>
    </>
  )
}
