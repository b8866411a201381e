// Plays one double elimination to its end with one library: node brackets.mjs LIBRARY ENTRANTS. Prints milliseconds and matches.
// The better seed always wins; the clock runs from the list of names to the last result.
import { createRequire } from "node:module";

const require = createRequire(`${process.cwd()}/`);
const [, , library, size] = process.argv;
const names = Array.from({ length: Number(size) }, (_, i) => `p${String(i).padStart(4, "0")}`);

const players = {
  async "brackets-manager"() {
    const { BracketsManager } = require("brackets-manager");
    const { InMemoryDatabase } = require("brackets-memory-db");
    const storage = new InMemoryDatabase();
    const manager = new BracketsManager(storage);
    const stage = await manager.create.stage({
      tournamentId: 0, name: "bench", type: "double_elimination", seeding: names, settings: { grandFinal: "double", balanceByes: false },
    });
    let played = 0;
    for (;;) {
      const ready = (await storage.select("match", { stage_id: stage.id })).filter((m) => m.status === 2);
      if (!ready.length) return played;
      for (const match of ready) {
        const first = match.opponent1.id < match.opponent2.id;
        await manager.update.match({ id: match.id, opponent1: { result: first ? "win" : "loss" }, opponent2: { result: first ? "loss" : "win" } });
        played += 1;
      }
    }
  },
  async duel() {
    const Duel = require("duel");
    const tournament = new Duel(names.length, { last: Duel.LB });
    let played = 0;
    while (!tournament.isDone()) {
      const open = tournament.matches.filter((m) => !m.m && m.p.every((p) => p > 0));
      for (const match of open) {
        tournament.score(match.id, match.p[0] < match.p[1] ? [1, 0] : [0, 1]);
        played += 1;
      }
    }
    return played;
  },
  async "tournament-organizer"() {
    const { default: Organizer } = await import(require.resolve("tournament-organizer"));
    const tournament = new Organizer().createTournament("bench", { stageOne: { format: "double-elimination" } });
    for (const name of names) tournament.createPlayer(name, name);
    tournament.startTournament();
    let played = 0;
    for (let open = tournament.getActiveMatches(); open.length; open = tournament.getActiveMatches()) {
      for (const match of open) {
        const first = match.getPlayer1().id < match.getPlayer2().id;
        tournament.enterResult(match.getId(), first ? 1 : 0, first ? 0 : 1);
        played += 1;
      }
    }
    return played;
  },
};

const start = performance.now();
const played = await players[library]();
console.log((performance.now() - start).toFixed(2), played);
