import { Suspense } from 'react'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Loading } from '../../../ui/skeleton.tsx'
import { spec, texts } from './start.texts.ts'
import type { StartPanelProps } from './start-panel.tsx'

const StartPanel = lazyPart(
  () => import('./start-panel.tsx'),
  (module) => module.StartPanel,
)

/** The panel stands open at once; its form is fetched with the first use. */
export function LazyStartPanel(props: StartPanelProps) {
  const loading = (
    <Panel title={spec.title} onClose={props.onClose}>
      <Loading label={texts.loadingPanel}>{null}</Loading>
    </Panel>
  )
  return (
    <Suspense fallback={loading}>
      <StartPanel {...props} />
    </Suspense>
  )
}
