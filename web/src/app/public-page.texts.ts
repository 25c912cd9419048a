import { formSpec } from '@throughline/contracts/form-texts'
import { catalogue } from '../ui/catalogue.ts'

/** Words of the specification, verbatim. */
export const spec = catalogue({ loading: formSpec.loading, loadingWebsite: 'Loading website...' })
