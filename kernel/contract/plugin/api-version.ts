/** The version of `kernel/plugin-api`; external plugins name a range of it. A breaking change needs a new major version. */
export const apiVersion = '1.0.0';
