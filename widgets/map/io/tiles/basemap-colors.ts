/** The theme in which a map is drawn. */
export type BasemapTheme = 'light' | 'dark';

/** The colours of a basemap that the map draws itself, `#rrggbb`. */
export interface BasemapColors {
  /** The background: `--km-ground` of the theme. */
  readonly land: string;
  readonly built: string;
  readonly green: string;
  readonly water: string;
  readonly building: string;
  readonly buildingEdge: string;
  readonly road: string;
  readonly mainRoad: string;
  readonly roadEdge: string;
  readonly path: string;
  readonly rail: string;
  readonly boundary: string;
  /** For streets and house numbers: `--km-text-2` of the theme. */
  readonly text: string;
  /** For places: `--km-text` of the theme. */
  readonly labelText: string;
  readonly waterText: string;
  /** The outline of every label. */
  readonly halo: string;
}

/** The colours of both themes; all are pale, so that shapes stand out. */
export const basemapColors: Readonly<Record<BasemapTheme, BasemapColors>> = {
  light: {
    land: '#e9eeee',
    built: '#e2e8e9',
    green: '#d3e4d1',
    water: '#b7d5dd',
    building: '#d3dbdd',
    buildingEdge: '#c0cacd',
    road: '#ffffff',
    mainRoad: '#fdf6e1',
    roadEdge: '#c9d1d3',
    path: '#b7c3c6',
    rail: '#aab6ba',
    boundary: '#8f9ea3',
    text: '#526068',
    labelText: '#172024',
    waterText: '#1c5966',
    halo: '#f7f9f9',
  },
  dark: {
    land: '#1a2326',
    built: '#1e292d',
    green: '#1d3129',
    water: '#15323b',
    building: '#2a373c',
    buildingEdge: '#36454b',
    road: '#37464c',
    mainRoad: '#4a5c63',
    roadEdge: '#12191b',
    path: '#3b4a50',
    rail: '#4c5c62',
    boundary: '#617177',
    text: '#a9b7bb',
    labelText: '#e8eeef',
    waterText: '#8cc4cf',
    halo: '#12191b',
  },
};
