/** Under this stand the answers about the workspace's secrets. */
export const secretsKey = ['integrations', 'secrets'] as const
/** And those about the models that draft. */
export const modelsKey = ['integrations', 'models'] as const
/** And those about its tools and their connections. */
export const toolsKey = ['integrations', 'tools'] as const
