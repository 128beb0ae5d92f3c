"use strict";
// Figures in the colours of the screen, or of paper while the page is printed.
const dark = matchMedia("(prefers-color-scheme: dark)");
const config = { displaylogo: false, responsive: true, displayModeBar: "hover",
  modeBarButtonsToRemove: ["lasso2d", "select2d", "autoScale2d"] };
const plots = [...document.querySelectorAll(".plot")];

function colours(isDark) {
  const ink = isDark ? "#e6e8ec" : "#1c1f24";
  const grid = isDark ? "#363c46" : "#dde1e6";
  const card = isDark ? "#1e2229" : "#ffffff";
  const axis = { gridcolor: grid, linecolor: grid, tickcolor: grid, zerolinecolor: grid };
  return { font: { color: ink }, hoverlabel: { bgcolor: card, font: { color: ink } }, axis };
}

function painted(layout, isDark) {
  const { axis, ...rest } = colours(isDark);
  const merged = { ...layout };
  merged.font = { ...layout.font, ...rest.font };
  merged.hoverlabel = { ...layout.hoverlabel, ...rest.hoverlabel };
  for (const name of ["xaxis", "yaxis"]) merged[name] = { ...layout[name], ...axis };
  return merged;
}

// Paper is narrower than screens, and a figure does not shrink by itself when it is printed.
const PAPER_WIDTH = 690;

// On a narrow screen each name of the legend has a line of its own, above the figure.
const NARROW_WIDTH = 600;
const LEGEND_LINE = 20;
const NARROW_TITLE = 12;

function narrowed(figure) {
  const named = figure.data.filter((trace) => trace.showlegend !== false && trace.name);
  const lines = figure.layout.showlegend === false || named.length < 2 ? 0 : named.length;
  const title = { ...figure.layout.xaxis.title, font: { size: NARROW_TITLE } };
  const xaxis = { ...figure.layout.xaxis, title, nticks: 4, tickangle: 0 };
  const margin = { ...figure.layout.margin, l: 10, r: 10 };
  return { ...figure.layout, xaxis, margin, height: figure.layout.height + lines * LEGEND_LINE };
}

function draw(isDark, width) {
  for (const plot of plots) {
    const figure = JSON.parse(plot.nextElementSibling.textContent);
    const isNarrow = !width && innerWidth < NARROW_WIDTH;
    const layout = painted(isNarrow ? narrowed(figure) : figure.layout, isDark);
    plot.style.height = `${layout.height}px`;
    if (width) layout.width = width;
    else layout.autosize = true;
    Plotly.react(plot, figure.data, layout, config);
  }
}

function isForScreen() { return !matchMedia("print").matches; }
draw(dark.matches && isForScreen());
dark.addEventListener("change", () => draw(dark.matches));
addEventListener("beforeprint", () => draw(false, PAPER_WIDTH));
addEventListener("afterprint", () => draw(dark.matches));
document.body.dataset.drawn = String(plots.length);
