import { useEffect } from 'react'
import { spec } from './public-form-page.texts.ts'

/** The form stands at this very address, but not in the application: loading it anew leads there. */
export function PublicFormPage() {
  useEffect(() => location.reload(), [])
  return (
    <main id="main" className="grid min-h-dvh place-content-center bg-canvas">
      <output className="text-md text-fg-2">{spec.loading}</output>
    </main>
  )
}
