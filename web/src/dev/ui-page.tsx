import { Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { Segmented } from '../ui/segmented.tsx'
import { type Density, density, setDensity, setTheme } from '../ui/theme.ts'
import { useTheme } from '../ui/use-theme.ts'
import { Buttons } from './samples/buttons.tsx'
import { Choices } from './samples/choices.tsx'
import { Feedback } from './samples/feedback.tsx'
import { Fields } from './samples/fields.tsx'
import { Lists } from './samples/lists.tsx'
import { Marks } from './samples/marks.tsx'
import { Popups } from './samples/popups.tsx'
import { Surfaces } from './samples/surfaces.tsx'

const themes = [
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
  { value: 'system', label: 'System', icon: Monitor },
] as const

const densities = [
  { value: 'compact', label: 'Compact' },
  { value: 'default', label: 'Default' },
  { value: 'comfortable', label: 'Comfortable' },
] as const

/** Every component with its states; in development only. Hover and focus can be tried by hand. */
export function UiPage() {
  const { choice } = useTheme()
  const [spacing, setSpacing] = useState<Density>(density)
  return (
    <main id="main" className="h-dvh overflow-y-auto bg-surface">
      <header className="sticky top-0 z-(--z-sticky) flex h-14 items-center gap-3 border-b bg-surface px-8">
        <h1 className="flex-1 text-lg">Components</h1>
        <Segmented label="Theme" value={choice} onChange={setTheme} items={themes} />
        <Segmented
          label="Density"
          value={spacing}
          onChange={(next) => {
            setDensity(next)
            setSpacing(next)
          }}
          items={densities}
        />
      </header>
      <div className="mx-auto grid max-w-(--content-max) gap-12 px-8 py-8">
        <Buttons />
        <Fields />
        <Choices />
        <Marks />
        <Feedback />
        <Popups />
        <Lists />
        <Surfaces />
      </div>
    </main>
  )
}
