/** What a connection goes through is work of two areas: their tests meet here. */
export { keepConnectionOnce } from '../src/areas/instances/connections/keep-connection.ts'
export { pokeConnection } from '../src/areas/integrations/calls/signed-out.ts'
