import { useEffect } from 'react'
import { spec } from './public-page.texts.ts'

/** The page stands at this very address, but not in the application: loading it anew leads there. */
function PublicPage({ loading }: { loading: string }) {
  useEffect(() => location.reload(), [])
  return (
    <main id="main" className="grid min-h-dvh place-content-center bg-canvas">
      <output className="text-md text-fg-2">{loading}</output>
    </main>
  )
}

export const PublicFormPage = () => <PublicPage loading={spec.loading} />
export const PublicWebsitePage = () => <PublicPage loading={spec.loadingWebsite} />
