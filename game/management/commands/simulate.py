"""`manage.py simulate`: whole matches of easy bots through the real engine, with the figures that come out."""

import json
import secrets
from contextlib import ExitStack
from typing import Any, TextIO

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from game.bots import easy, sanity
from game.bots.figures import Figures
from game.bots.selfplay import match_seed, play
from game.engine.options import OptionError, Options, options_dict, parse_options
from game.engine.record import Opening, build_record


class Command(BaseCommand):
    """Plays matches and prints figures; the same seed gives the same output."""

    help = "Play whole matches of easy bots through the real engine and print their figures."

    def add_arguments(self, parser: CommandParser) -> None:
        """What to play, and what to do with it."""
        parser.add_argument("--players", type=int, default=4, choices=range(4, 9), help="4 to 8 (default 4)")
        parser.add_argument(
            "--matches", type=int, default=None, help="how many (default 10; 1000 for --sanity)"
        )
        parser.add_argument(
            "--options", default="{}", help="the match options as JSON, e.g. '{\"rounds\": 20}'"
        )
        parser.add_argument("--seed", default=None, help="any text; without it a new one is made and printed")
        parser.add_argument("--export", default=None, metavar="FILE.jsonl", help="write one record a line")
        parser.add_argument("--json", action="store_true", help="print the figures as one JSON object")
        parser.add_argument(
            "--sanity",
            action="store_true",
            help="compare 4 to 8 players (matches of 20 rounds, default options, the revolution rule of later "
            "rounds in every round) with the known figures; fails beyond 3 standard errors",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Runs one of the two kinds of simulation."""
        seed = options["seed"] if options["seed"] is not None else secrets.token_hex(8)
        if options["sanity"]:
            self._sanity(seed, options["matches"] or 1000, as_json=options["json"])
            return
        try:
            rules = parse_options(json.loads(options["options"]))
        except (OptionError, json.JSONDecodeError, AttributeError) as wrong:
            raise CommandError(f"--options: {wrong}") from None
        with ExitStack() as stack:
            path = options["export"]
            out = stack.enter_context(open(path, "w", encoding="utf-8")) if path else None
            figures = _simulate(options["players"], options["matches"] or 10, rules, seed, out)
        result = {
            "players": options["players"],
            "matches": options["matches"] or 10,
            "seed": seed,
            "options": options_dict(rules),
            **figures.as_dict(),
        }
        self.stdout.write(json.dumps(result) if options["json"] else _as_text(result))

    def _sanity(self, seed: str, matches: int, *, as_json: bool) -> None:
        results, worst = [], 0.0
        for players in sanity.KNOWN:
            figures = Figures()
            for number in tqdm(range(matches), desc=f"{players} players", unit="match", leave=False):
                sanity.play_match(figures, players=players, name=seed, number=number)
            for verdict in sanity.judge(players, figures):
                worst = max(worst, verdict.deviation)
                results.append(
                    {
                        "players": players,
                        "rounds": figures.rounds,
                        "figure": verdict.name,
                        "known": verdict.known,
                        "found": round(verdict.found, 4),
                        "standardError": round(verdict.error, 5),
                        "deviation": round(verdict.deviation, 2),
                    }
                )
        if as_json:
            self.stdout.write(json.dumps({"seed": seed, "sanity": results}))
        else:
            for result in results:
                self.stdout.write("  ".join(f"{name} {value}" for name, value in result.items()))
        if worst > 3:
            raise CommandError(f"a figure is {worst:.2f} standard errors away from the known one")


def _simulate(players: int, matches: int, options: Options, seed: str, out: TextIO | None) -> Figures:
    figures = Figures()
    names = [(f"Easy {seat + 1}", "easy") for seat in range(players)]
    for number in tqdm(range(matches), desc=f"{players} players", unit="match"):
        opening = Opening(players, options, match_seed(seed, number), at=0)
        log = []
        for logged, step in play(opening, easy.choose):
            figures.add(step.events)
            if logged is not None:
                log.append(logged)
        figures.actions += len(log)
        if out is not None:
            match = match_seed(f"{seed}:id", number).hex()[:32]
            record = build_record(match=match, room=None, players=names, opening=opening, actions=log)
            out.write(json.dumps(record, separators=(",", ":")) + "\n")
    return figures


def _as_text(result: dict[str, Any]) -> str:
    def mean(name: str) -> str:
        return f"{result[name]['mean']} ± {result[name]['standardError']}"

    return "\n".join(
        [
            f"{result['matches']} matches of {result['players']} players, seed {result['seed']}: "
            f"{result['rounds']} rounds, {result['actions']} actions",
            f"plays and passes a round     {mean('turnsPerRound')}",
            f"passes a round               {mean('passesPerRound')}",
            f"the greater dalmuti stays    {mean('greaterDalmutiStays')}",
            f"revolutions a round          {mean('revolutions')}",
            f"great revolutions a round    {mean('greatRevolutions')}",
        ]
    )
